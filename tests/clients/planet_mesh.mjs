// node planet_mesh.mjs FOLDER EXAMPLE [NAME ADDRESS]…: pictures of the example in the folder EXAMPLE of FOLDER, by Chromium, against
// NAME-native.png; ADDRESS is what follows #. Then gaps and what is left after dispose().
import {createServer} from 'node:http';
import {existsSync, readFileSync, statSync} from 'node:fs';
import {createRequire} from 'node:module';

const [folder, example, ...views] = process.argv.slice(2), SIDE = 256;
const require = createRequire(folder + '/package.json'), puppeteer = require('puppeteer-core'), {PNG} = require('pngjs');
let failures = 0;
const fail = text => { console.log(`FAILED: ${text}`), failures++; };

const kinds = {js: 'text/javascript', html: 'text/html', wasm: 'application/wasm'};
const server = createServer((request, response) => {
    const path = decodeURI(request.url.split('?')[0]), file = folder + (path.startsWith('/node_modules/') ? path : `/${example}${path}`);
    for (const [name, value] of [['Opener', 'same-origin'], ['Embedder', 'require-corp']]) // for threads
        response.setHeader(`Cross-Origin-${name}-Policy`, value);
    if (!path.includes('..') && existsSync(file) && statSync(file).isFile()) {
        response.setHeader('content-type', kinds[file.split('.').pop()] ?? 'application/octet-stream');
        response.end(readFileSync(file));
    } else {
        response.statusCode = path === '/favicon.ico' ? 204 : 404;
        response.end();
    }
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${server.address().port}/index.html`;
const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium', protocolTimeout: 600000,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--hide-scrollbars'],
});

async function open(hash) {
    const tab = await browser.newPage();
    tab.on('pageerror', error => fail(`${hash}: ${error}`));
    tab.on('console', message => ['error', 'warn'].includes(message.type()) && fail(`${hash}: ${message.text().slice(0, 1000)}`));
    await tab.setViewport({width: SIDE, height: SIDE});
    await tab.goto(address + '#' + hash);
    return tab;
}

// The mean difference of two pictures in percent, of which the second one may be transparent.
function difference(a, b) {
    const one = PNG.sync.read(Buffer.from(a)), other = PNG.sync.read(b);
    let sum = 0;
    for (let i = 0; i < 4 * SIDE * SIDE; i++)
        sum += i % 4 === 3 ? 0 : Math.abs(one.data[i] - other.data[i] * other.data[i | 3] / 255);
    return 100 * sum / (3 * 255 * SIDE * SIDE);
}

// In the page: a planet seen at a slant with black and with white behind it, from where no line of sight misses the ground.
async function look() {
    const THREE = await import('three'), {load} = await import('terrella'), {PlanetMesh} = await import('terrella/three');
    const renderer = new THREE.WebGLRenderer({logarithmicDepthBuffer: true}), scene = new THREE.Scene(), target = new THREE.WebGLRenderTarget(512, 512);
    const camera = new THREE.PerspectiveCamera(40, 1, 1e-4, 100), terrella = await load(), planet = await terrella.planet({type: 'barren', seed: 4});
    renderer.setSize(512, 512);
    const mesh = new PlanetMesh(planet, {detail: 0.5});
    scene.add(mesh);
    mesh.sun.set(1, 1, 0).normalize();
    camera.position.set(1.02, 0, 0);
    camera.up.set(1, 0, 0);
    camera.lookAt(1.02 - Math.cos(0.85), Math.sin(0.85), 0);
    const waiting = mesh.idle(), frame = () => { mesh.update(renderer, camera), mesh.settled || setTimeout(frame, 20); };
    frame();
    await waiting;
    const pictures = [0, 0xffffff].map(background => {
        const texels = new Uint8Array(4 * 512 * 512);
        renderer.setClearColor(background);
        renderer.setRenderTarget(target);
        renderer.render(scene, camera);
        renderer.readRenderTargetPixels(target, 0, 0, 512, 512, texels);
        renderer.setRenderTarget(null);
        return texels;
    });
    let gaps = 0, light = 0;
    for (let i = 0; i < 4 * 512 * 512; i += 4)
        gaps += pictures[0][i] !== pictures[1][i], light += pictures[0][i];
    target.dispose();
    const tiles = mesh.children.length, before = renderer.info.memory.textures, ended = mesh.idle();
    mesh.dispose();
    const after = await ended.catch(error => error.kind);
    const asteroid = await terrella.planet('asteroid'), refused = [[planet, {detial: 1}], [planet, {levels: 13}], [asteroid, {}]].filter(([of, options]) => {
        try {
            return !new PlanetMesh(of, options);
        } catch (error) {
            return error.kind === 'usage';
        }
    }).length;
    await planet.destroy();
    terrella.close();
    return {refused, gaps, light: light / 512 / 512, tiles, before, memory: renderer.info.memory, programs: renderer.info.programs.length, after, children: mesh.children.length};
}

try {
    for (let i = 0; i < views.length; i += 2) {
        const name = views[i], tab = await open(views[i + 1]);
        await tab.waitForFunction('document.getElementById("note").textContent !== "The planet is computed …"', {timeout: 120000});
        await tab.waitForFunction('document.getElementById("note").textContent === ""', {timeout: 60000}).catch(async error => {
            throw Error(`${name}: ${await tab.evaluate('document.getElementById("note").textContent')} ${error.message}`);
        });
        const shot = await tab.screenshot({path: `${folder}/${example}/${name}.png`});
        const percent = difference(shot, readFileSync(`${folder}/${example}/${name}-native.png`));
        console.log(`${name}: ${percent.toFixed(2)} %`);
        if (!(percent <= 3.2)) // wrong clouds at the edges of faces made 3.5
            fail(`${name}: differs by ${percent.toFixed(2)} % from ${name}-native.png`);
        await tab.close();
    }
    const tab = await open('camera=20,30,20'), seen = await tab.evaluate(look);
    console.log(JSON.stringify(seen));
    if (seen.gaps > 0)
        fail(`${seen.gaps} pixels show what is behind the ground`);
    if (!(seen.light > 20))
        fail('the ground is dark');
    if (seen.memory.geometries + seen.memory.textures + seen.programs + seen.children !== 0 || seen.before < 10)
        fail('dispose() leaves something');
    if (seen.refused !== 3)
        fail(`${3 - seen.refused} wrong PlanetMesh are made`);
    if (seen.after !== 'usage')
        fail(`idle() after dispose(): ${seen.after}`);
} finally {
    await browser.close();
    server.close();
}
process.exit(failures > 0 ? 1 : 0);
