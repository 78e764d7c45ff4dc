// A planet to fly to. Drag to turn it, with the right button to move the sun, with Shift to look up; the wheel goes from orbit to
// the ground.
//
// Install and serve it:  npm install three terrella  and any server of static files; with the headers for threads that
// packaging/web/serve.js sends, it is faster. The address may say what to show: #type=barren&seed=4&camera=20,30,3&sun=0.4,0.3,0.9
// (latitude and longitude below the camera in degrees, its distance in radii, and, if given, how many degrees above the centre it
// looks; the direction to the sun in the picture of a camera that looks at the centre: right, up, towards the viewer).
import { HalfFloatType, PerspectiveCamera, Scene, Vector3, WebGLRenderer, WebGLRenderTarget } from "three";
import { EffectComposer } from "three/addons/postprocessing/EffectComposer.js";
import { OutputPass } from "three/addons/postprocessing/OutputPass.js";
import { RenderPass } from "three/addons/postprocessing/RenderPass.js";
import { load } from "terrella";
import { PlanetMesh, useTone } from "terrella/three";

const options = new URLSearchParams(location.hash.slice(1)), say = text => { document.getElementById("note").textContent = text; };
const numbers = (name, usual) => options.get(name)?.split(",").map(Number) ?? usual;
const renderer = new WebGLRenderer({logarithmicDepthBuffer: true});
useTone(renderer);
document.body.append(renderer.domElement);
const scene = new Scene(), camera = new PerspectiveCamera(40, 1, 1e-4, 100);
// Air and rings are mixed with what is behind them as light, before the tone curve.
const composer = new EffectComposer(renderer, new WebGLRenderTarget(1, 1, {type: HalfFloatType, samples: 4}));
composer.addPass(new RenderPass(scene, camera));
composer.addPass(new OutputPass());

const terrella = await load();
const {type = "earthlike", seed = 7, set = "{}"} = Object.fromEntries(options);
const planet = await terrella.planet({type, seed: BigInt(seed), set: JSON.parse(set)}).catch(error => {
    say(error.message);
    throw error;
});
const mesh = new PlanetMesh(planet);
let problem = null;
mesh.addEventListener("error", ({error}) => { problem ??= error.message; });
scene.add(mesh);

// ---- where the camera and the sun are ----------------------------------------------------------------

let [latitude, longitude, distance, above = 0] = numbers("camera", [15, 20, 3]), sun = numbers("sun", [0.6, 0.35, 0.72]);
const radians = degrees => degrees * Math.PI / 180, tilt = radians(JSON.parse(planet.json).tilt_deg);

function look() {
    const a = radians(latitude), b = radians(longitude), c = Math.cos(tilt), s = Math.sin(tilt);
    const out = new Vector3(Math.cos(a) * Math.cos(b), Math.sin(a), -Math.cos(a) * Math.sin(b));
    const east = new Vector3(-Math.sin(b), 0, -Math.cos(b)), north = new Vector3().crossVectors(out, east);
    const right = east.clone().multiplyScalar(c).addScaledVector(north, s);
    const up = north.clone().multiplyScalar(c).addScaledVector(east, -s), u = radians(above);
    camera.position.copy(out).multiplyScalar(distance);
    camera.up.copy(up).multiplyScalar(Math.cos(u)).addScaledVector(out, Math.sin(u));
    camera.lookAt(camera.position.clone().addScaledVector(out, -Math.cos(u)).addScaledVector(up, Math.sin(u)));
    mesh.sun.set(0, 0, 0).addScaledVector(right, sun[0]).addScaledVector(up, sun[1]).addScaledVector(out, sun[2]).normalize();
}

// The nearer, the smaller a step is.
renderer.domElement.addEventListener("wheel", event => {
    event.preventDefault();
    distance = 1 + Math.min(Math.max((distance - 1) * Math.exp(0.001 * event.deltaY), 0.02), 20);
}, {passive: false});
renderer.domElement.addEventListener("contextmenu", event => event.preventDefault());
renderer.domElement.addEventListener("pointerdown", event => renderer.domElement.setPointerCapture(event.pointerId));
renderer.domElement.addEventListener("pointermove", ({buttons, shiftKey, movementX, movementY}) => {
    if (buttons & 2)
        sun = [sun[0] + movementX / 200, sun[1] - movementY / 200, sun[2]];
    else if (buttons & 1 && shiftKey)
        above = Math.min(Math.max(above - 40 * movementY / innerHeight, 0), 100);
    else if (buttons & 1) {
        const step = 50 * Math.min(distance - 1, 2) / innerHeight, c = Math.cos(tilt), s = Math.sin(tilt);
        longitude -= step * (movementX * c - movementY * s);
        latitude = Math.min(Math.max(latitude + step * (movementY * c + movementX * s), -89), 89);
    }
});

// ---- frames ------------------------------------------------------------------------------------------

function resize() {
    renderer.setPixelRatio(devicePixelRatio);
    renderer.setSize(innerWidth, innerHeight);
    composer.setPixelRatio(devicePixelRatio);
    composer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    // 40 degrees across the shorter side, as in Terrella
    camera.fov = camera.aspect < 1 ? 2 * Math.atan(Math.tan(radians(20)) / camera.aspect) / radians(1) : 40;
    camera.updateProjectionMatrix();
}
addEventListener("resize", resize);
resize();

renderer.setAnimationLoop(() => {
    look();
    mesh.update(renderer, camera);
    composer.render();
    say(problem ?? (mesh.settled ? "" : "The ground is computed …"));
});
