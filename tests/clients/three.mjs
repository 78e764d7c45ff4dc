// node three.mjs FOLDER FILE.glb DISTANCE SUN PICTURE.png: a picture of 420 x 420 of a GLB file of the folder, by three.js in
// Chromium. The camera is over 12 degrees north; SUN is right, up and to the viewer of it.
import {createServer} from 'node:http';
import {existsSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const [folder, file, distance, sun, picture] = process.argv.slice(2);
const puppeteer = createRequire(folder + '/package.json')('puppeteer-core');
const SIDE = 420, LATITUDE = 12, FIELD_OF_VIEW = 40;

const page = `<body style="margin:0"><script type="importmap">{"imports": {"three": "/node_modules/three/build/three.module.js"}}</script>
<script type="module">
import * as THREE from 'three';
import {GLTFLoader} from '/node_modules/three/examples/jsm/loaders/GLTFLoader.js';
const renderer = new THREE.WebGLRenderer({antialias: true, preserveDrawingBuffer: true});
renderer.setSize(${SIDE}, ${SIDE});
document.body.append(renderer.domElement);
const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(${FIELD_OF_VIEW}, 1, 0.01, 100);
const latitude = ${LATITUDE} * Math.PI / 180;
camera.position.set(${distance} * Math.cos(latitude), ${distance} * Math.sin(latitude), 0);
camera.lookAt(0, 0, 0);
camera.updateMatrixWorld();
const light = new THREE.DirectionalLight(0xffffff, 3);
light.position.set(${sun}).transformDirection(camera.matrixWorld);
scene.add(light);
new GLTFLoader().load('/${file}', loaded => {
    scene.add(loaded.scene);
    renderer.render(scene, camera);
    window.done = 'shown';
}, undefined, error => window.done = 'error: ' + error);
</script>`;

const server = createServer((request, response) => {
    const path = folder + decodeURI(request.url);
    if (request.url === '/') {
        response.setHeader('content-type', 'text/html');
        response.end(page);
    } else if (!path.includes('..') && existsSync(path)) {
        response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream');
        response.end(readFileSync(path));
    } else {
        response.statusCode = request.url === '/favicon.ico' ? 204 : 404;
        response.end();
    }
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
let result = 'nothing';
try {
    const tab = await browser.newPage();
    tab.on('pageerror', error => console.log(`${file}: ${error}`));
    tab.on('console', message => message.type() === 'error' && console.log(`${file}: ${message.text()}`));
    await tab.setViewport({width: SIDE, height: SIDE});
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    await tab.waitForFunction('window.done', {timeout: 120000});
    result = await tab.evaluate('window.done');
    await tab.screenshot({path: picture});
} finally {
    await browser.close();
    server.close();
}
console.log(`${file}: ${result}`);
process.exit(result === 'shown' ? 0 : 1);
