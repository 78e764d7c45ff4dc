// node three.mjs FOLDER FILE.glb CAMERA SUN PICTURE.png [PART]: a picture of 420 x 420 of a GLB file of the
// folder, by three.js in Chromium. CAMERA is as in terrella render: LATITUDE,LONGITUDE,DISTANCE. SUN is right,
// up and towards the viewer. PART: "glow" or "reflected", for only that light.
import {createServer} from 'node:http';
import {existsSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const [folder, file, place, sun, picture, part] = process.argv.slice(2);
const [latitude, longitude, distance] = place.split(',').map(Number);
const puppeteer = createRequire(folder + '/package.json')('puppeteer-core');
const SIDE = 420, FIELD_OF_VIEW = 40;

const page = `<body style="margin:0"><script type="importmap">{"imports": {"three": "/node_modules/three/build/three.module.js"}}</script>
<script type="module">
import * as THREE from 'three';
import {GLTFLoader} from '/node_modules/three/examples/jsm/loaders/GLTFLoader.js';
const renderer = new THREE.WebGLRenderer({antialias: true, preserveDrawingBuffer: true});
renderer.setSize(${SIDE}, ${SIDE});
document.body.append(renderer.domElement);
const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(${FIELD_OF_VIEW}, 1, 0.01, 100);
const latitude = ${latitude} * Math.PI / 180, longitude = ${longitude} * Math.PI / 180;
camera.position.set(Math.cos(latitude) * Math.cos(longitude), Math.sin(latitude), -Math.cos(latitude) * Math.sin(longitude));
camera.position.multiplyScalar(${distance});
camera.lookAt(0, 0, 0);
camera.updateMatrixWorld();
const light = new THREE.DirectionalLight(0xffffff, ${part === 'glow' ? 0 : 3});
light.position.set(${sun}).transformDirection(camera.matrixWorld);
scene.add(light);
new GLTFLoader().load('/${file}', loaded => {
    scene.add(loaded.scene);
    if (${part === 'reflected'})
        loaded.scene.traverse(thing => thing.material && thing.material.emissive && thing.material.emissive.set(0));
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
