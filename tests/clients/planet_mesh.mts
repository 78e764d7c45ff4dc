// Uses all of terrella/three's declarations; is compiled, not run.
import { load, type Planet, TerrellaError } from "terrella";
import { PlanetMesh, useTone } from "terrella/three";
import { PerspectiveCamera, Scene, WebGLRenderer } from "three";

const renderer = new WebGLRenderer({ antialias: true });
useTone(renderer);
const camera = new PerspectiveCamera(45, 1, 0.001, 100);
const scene = new Scene();
const terrella = await load();
const planet: Planet = await terrella.planet({ type: "earthlike", seed: 7 });
const mesh = new PlanetMesh(planet, { detail: 1, levels: 10, clouds: false });
mesh.sun.set(1, 0.3, 0.5).normalize();
mesh.sunlight.set("#fed");
mesh.addEventListener("error", (event) => console.log(event.error.message));
scene.add(mesh);
renderer.setAnimationLoop(() => {
    mesh.update(renderer, camera);
    renderer.render(scene, camera);
});
mesh.idle().then(
    () => mesh.settled || mesh.dispose(),
    (error: TerrellaError) => console.log(error.message),
);
