// page.mjs FOLDER NAME CAMERA SUN: paints FOLDER/NAME.html in Chromium without its buttons, 512 x 512, into
// FOLDER/NAME_page.png. Prints the mean difference from FOLDER/NAME.png, in percent of full scale.
import {createRequire} from 'node:module';
import fs from 'node:fs';
import path from 'node:path';

const [folder, name, camera, sun] = process.argv.slice(2), file = ending => path.resolve(folder, name + ending);
const puppeteer = createRequire(path.join(process.env.CLIENTS_NPM, 'here.js'))('puppeteer-core');
const browser = await (puppeteer.default || puppeteer).launch({executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    headless: true, protocolTimeout: 300000, args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']});
const page = await browser.newPage(), asked = [];
page.on('request', request => /^(data|file):/.test(request.url()) || asked.push(request.url()));
page.on('pageerror', error => console.error(error.message));
await page.setViewport({width: 512, height: 512});
await page.goto(`file://${encodeURI(file('.html'))}#${camera},${sun},bare`);
await page.waitForFunction('document.documentElement.dataset.painted > 0', {timeout: 120000});
// At rest the page refines its picture: wait until no more pictures come.
for (let seen = -1, now = 0; now !== seen;) {
    seen = now;
    await new Promise(done => setTimeout(done, 1500));
    now = Number(await page.evaluate('document.documentElement.dataset.painted'));
}
await page.screenshot({path: file('_page.png')});
const pictures = ['.png', '_page.png'].map(ending => 'data:image/png;base64,' + fs.readFileSync(file(ending)).toString('base64'));
const difference = await page.evaluate(async urls => {
    const [a, b] = await Promise.all(urls.map(async url => {
        const image = new Image(), sheet = new OffscreenCanvas(512, 512).getContext('2d');
        image.src = url;
        await image.decode();
        sheet.drawImage(image, 0, 0);
        return sheet.getImageData(0, 0, 512, 512).data;
    }));
    let sum = 0;
    a.forEach((code, i) => { sum += Math.abs(code - b[i]); });
    return sum / (0.75 * a.length) / 255 * 100; // alpha is equal
}, pictures);
await browser.close();
console.log(difference.toFixed(2));
if (asked.length)
    console.error(`asks the network for ${asked}`);
process.exitCode = asked.length ? 1 : 0;
