import { Group } from "three";
import type { Color, Object3DEventMap, PerspectiveCamera, Vector3, WebGLRenderer } from "three";
import type { Planet } from "terrella";

export interface PlanetMeshEventMap extends Object3DEventMap {
    error: { error: Error };
}

export interface PlanetMeshOptions {
    /** Texels for each pixel at the nearest ground: 2 is sharper, 0.5 has a quarter of the tiles. 1 by default. */
    detail?: number;
    /** The finest level of tiles, 0 … 12 (12): a face of the cube has 2^level tiles of 256 texels along a side. */
    levels?: number;
    /** Whether clouds are shown. True by default. */
    clouds?: boolean;
}

/** A planet with radius 1, north at +Y and longitude 0 at +X. The radius is the level of the sea, or else the mean height.
 * Scale, turn and move it like any other object; scale all axes alike.
 *
 *     const mesh = new PlanetMesh(planet);
 *     mesh.sun.set(1, 0.3, 0.5).normalize();
 *     scene.add(mesh);
 *     renderer.setAnimationLoop(() => {
 *         mesh.update(renderer, camera);
 *         renderer.render(scene, camera);
 *     });
 *
 * It has light of its own, that of `terrella render`; lights of the scene do not change it. It sends an event "error" with the
 * error if a tile cannot be computed, and shows the coarser one. After planet.set(), make a new one. */
export class PlanetMesh extends Group<PlanetMeshEventMap> {
    /** Throws TerrellaError for a planet that is not a sphere (facts.meshColumns > 0). */
    constructor(planet: Planet, options?: PlanetMeshOptions);
    /** Unit vector towards the sun, in the frame of the scene. */
    readonly sun: Vector3;
    /** The colour of white ground that faces the sun. White by default. */
    readonly sunlight: Color;
    /** Chooses the tiles for this camera, asks the planet's worker for those that are missing, and prepares the air. Call it
     * before each frame. The camera is outside of the ground. */
    update(renderer: WebGLRenderer, camera: PerspectiveCamera): void;
    /** Whether the last update() missed nothing. */
    readonly settled: boolean;
    /** Resolves when an update() misses nothing; rejected after an error, and by dispose(). */
    idle(): Promise<void>;
    /** Frees geometries, materials and textures, and stops requests. The planet and its worker stay: planet.destroy(),
     * terrella.close(). */
    dispose(): void;
}

/** Gives the renderer the exposure and tone curve of `terrella render`: replaces three.js' CustomToneMapping. Call it before the
 * first frame. */
export function useTone(renderer: WebGLRenderer): void;
