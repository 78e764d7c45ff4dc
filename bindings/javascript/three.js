// `terrella/three`: a planet for three.js, whose ground gets sharper as the camera comes near. See README.md and three.d.ts.
// Its light is that of Terrella's renderer, whose shaders packaging/npm.sh puts into shaders.js.
import {
    AddEquation, BackSide, BufferAttribute, BufferGeometry, ClampToEdgeWrapping, Color, CustomBlending, CustomToneMapping, DataTexture, DataUtils,
    DoubleSide, Frustum, GLSL3, Group, HalfFloatType, LinearFilter, LinearMipmapLinearFilter, Matrix3, Matrix4, Mesh, NoColorSpace,
    OneFactor, OneMinusSrcAlphaFactor, OrthographicCamera, RawShaderMaterial, RGBAFormat, SRGBColorSpace, Scene, ShaderChunk, ShaderMaterial, SphereGeometry,
    UnsignedByteType, Vector2, Vector3, Vector4, WebGLRenderTarget,
} from "three";
import { TerrellaError } from "./index.js";
import { air_view, picture, planet, ring, shadow } from "./shaders.js";

const TILE = 256, GRID = 32, SIDE = GRID + 1; // texels and cells along a side of a tile, and its vertices
const MARGIN = 48; // texels of clouds around a tile, which a slanting line of sight or the sun's light may go through
const LEVELS = 12; // of tiles; then a face has 2^20 texels along a side, the most that the library bakes
const AROUND = 1.1; // as in src/render/private/air.h
const SUN_ANGLE = 0.00465; // of a sun like ours, from the distance of the Earth

// ---- shaders ---------------------------------------------------------------------------------------

const VERTEX = /* glsl */ `
#include <common>
#include <logdepthbuf_pars_vertex>
uniform vec3 centre; // of the mesh, in the planet's frame
uniform vec3 camera;
uniform mat3 map_from_disc;
#ifdef RING
out vec2 place;
#elif defined(SKY)
out vec3 direction;
#else
out vec3 spot;
out vec2 tile_place;
#endif
void main() {
#ifdef RING
    place = vec2(position.x, -position.z);
#elif defined(SKY)
    direction = (position - camera) * map_from_disc;
#else
    spot = position + centre;
    tile_place = uv;
#endif
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    #include <logdepthbuf_vertex>
}`;

// A shader of the renderer, followed by three.js' tone curve and colour space.
const fragment = (text, before = "") => `
#include <logdepthbuf_pars_fragment>
#define main shade
${text}
${shadow}
#undef main
#define gl_FragColor colour
void main() {
    ${before}
    shade();
    #include <logdepthbuf_fragment>
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
}`;

const transparent = {
    transparent: true, depthWrite: false, blending: CustomBlending, blendEquation: AddEquation, blendSrc: OneFactor, blendDst: OneMinusSrcAlphaFactor,
};

/** Makes pictures of this renderer have the exposure and the tone curve of `terrella render`. Call it before the first frame. */
export function useTone(renderer) {
    // OutputPass of three.js is in the first GLSL, which has no mix() by truths.
    const tone = picture.match(/vec3 tone\(vec3 colour\) \{.*?\n\}/s)[0].replace("greaterThan(colour, vec3(start))", "step(start, colour)");
    ShaderChunk.tonemapping_pars_fragment = ShaderChunk.tonemapping_pars_fragment.replace(/vec3 CustomToneMapping\( vec3 color \) \{.*?\}\s*$/s,
        `${tone}\nvec3 CustomToneMapping( vec3 color ) { return tone( toneMappingExposure * color ); }`);
    Object.assign(renderer, {toneMapping: CustomToneMapping, toneMappingExposure: 1.45});
}

// ---- textures --------------------------------------------------------------------------------------

function texture(texels, width, height, {mips = true, type = UnsignedByteType, srgb = false} = {}) {
    const made = new DataTexture(texels, width, height, RGBAFormat, type);
    Object.assign(made, {magFilter: LinearFilter, minFilter: mips ? LinearMipmapLinearFilter : LinearFilter, generateMipmaps: mips,
        wrapS: ClampToEdgeWrapping, wrapT: ClampToEdgeWrapping, colorSpace: srgb ? SRGBColorSpace : NoColorSpace, needsUpdate: true});
    return made;
}

// Texels of a map with four channels.
function rgba(texels, count) {
    const channels = texels.length / count, out = new Uint8Array(4 * count).fill(255);
    for (let i = 0, from = 0; i < 4 * count; i += 4, from += channels)
        for (let c = 0; c < channels; c++)
            out[i + c] = texels[from + c];
    return out;
}

// What mirrors, how rough it is, and metal, as in src/light/specular.h. Null: nothing does.
function specular(orm, count, mirrors) {
    const out = new Uint8Array(4 * count);
    let any = 0;
    for (let i = 0; i < count; i++) {
        const rough = orm[3 * i + 1], metal = orm[3 * i + 2], mirror = Math.max(mirrors[rough], metal);
        any |= mirror;
        out.set([mirror, (mirror * rough + 127) / 255, metal, 255], 4 * i);
    }
    return any ? out : null;
}

function table({texels, width, height}) {
    const halves = new Uint16Array(4 * width * height);
    for (let i = 0; i < width * height; i++)
        for (let c = 0; c < 3; c++)
            halves[4 * i + c] = DataUtils.toHalfFloat(texels[3 * i + c]);
    return texture(halves, width, height, {mips: false, type: HalfFloatType});
}

// ---- tiles -----------------------------------------------------------------------------------------

// Of each face in the order of OpenGL: along rows, along columns, out.
const FACES = [
    [[0, 0, -1], [0, -1, 0], [1, 0, 0]], [[0, 0, 1], [0, -1, 0], [-1, 0, 0]], [[1, 0, 0], [0, 0, 1], [0, 1, 0]],
    [[1, 0, 0], [0, 0, -1], [0, -1, 0]], [[1, 0, 0], [0, -1, 0], [0, 0, 1]], [[-1, 0, 0], [0, -1, 0], [0, 0, -1]],
];

// The vertices around a tile, from which its skirt hangs; vertices and triangles of all tiles.
const edge = [];
for (let i = 0; i < GRID; i++)
    edge[i] = i, edge[GRID + i] = i * SIDE + GRID, edge[2 * GRID + i] = SIDE * SIDE - 1 - i, edge[3 * GRID + i] = (GRID - i) * SIDE;
const uv = [], index = [];
const quad = (a, b, c, d) => index.push(a, c, b, b, c, d);
for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
        const at = row * SIDE + column;
        uv.push((1 + column * TILE / GRID) / (TILE + 2), (1 + row * TILE / GRID) / (TILE + 2));
        if (row < GRID && column < GRID)
            quad(at, at + 1, at + SIDE, at + SIDE + 1);
    }
edge.forEach((vertex, i) => {
    const next = (i + 1) % edge.length;
    uv.push(uv[2 * vertex], uv[2 * vertex + 1]);
    quad(vertex, SIDE * SIDE + i, edge[next], SIDE * SIDE + next);
});

class Tile {
    constructor(face, level, x, y, parent) {
        Object.assign(this, {face, level, x, y, parent, children: null, mesh: null, asked: null, failed: false, used: 0, needed: false});
        this.centre = this.direction(0.5, 0.5, new Vector3());
        this.points = [0, 0.5, 1].flatMap(v => [0, 0.5, 1].map(u => this.direction(u, v, new Vector3())));
        this.bound = Math.atan(Math.SQRT2 / 2 ** level); // no part of it is farther from its centre, radians
        this.low = parent ? parent.low : 0, this.high = parent ? parent.high : 0; // of its ground, in radii above the sphere
    }

    // To a place on it, 0 … 1.
    direction(u, v, to) {
        const [along, down, out] = FACES[this.face], s = 2 * (this.x + u) / 2 ** this.level - 1, t = 2 * (this.y + v) / 2 ** this.level - 1;
        return to.set(...[0, 1, 2].map(i => s * along[i] + t * down[i] + out[i])).normalize();
    }

    split() {
        this.children ??= [0, 1, 2, 3].map(i => new Tile(this.face, this.level + 1, 2 * this.x + (i & 1), 2 * this.y + (i >> 1), this));
        return this.children;
    }

    // heights: in radii above the sphere, of texels with a border of one.
    geometry(heights) {
        const positions = new Float32Array(3 * (SIDE * SIDE + edge.length)), radii = new Float64Array(SIDE * SIDE), to = new Vector3();
        const step = TILE / GRID, size = TILE + 2;
        this.low = Infinity, this.high = -Infinity;
        for (let i = 0; i < radii.length; i++) {
            const at = Math.floor(i / SIDE) * step * size + i % SIDE * step;
            const height = heights ? (heights[at] + heights[at + 1] + heights[at + size] + heights[at + size + 1]) / 4 : 0;
            this.low = Math.min(this.low, height), this.high = Math.max(this.high, height);
            radii[i] = 1 + height;
        }
        const put = (i, vertex, radius) => this.direction(vertex % SIDE / GRID, Math.floor(vertex / SIDE) / GRID, to)
            .multiplyScalar(radius).sub(this.centre).toArray(positions, 3 * i);
        // The edges of a coarser neighbour are straight where these are not.
        const skirt = 0.004 / 2 ** this.level + 0.5 * (this.high - this.low);
        radii.forEach((radius, i) => put(i, i, radius));
        edge.forEach((vertex, i) => put(radii.length + i, vertex, radii[vertex] - skirt));
        const made = new BufferGeometry();
        made.setAttribute("position", new BufferAttribute(positions, 3));
        made.setAttribute("uv", new BufferAttribute(new Float32Array(uv), 2));
        made.setIndex(new BufferAttribute(new Uint16Array(index), 1));
        made.computeBoundingSphere();
        return made;
    }
}

// ---- the planet ------------------------------------------------------------------------------------

export class PlanetMesh extends Group {
    /** Towards the sun, in the frame of the scene. */
    sun = new Vector3(1, 0, 0);
    /** White ground that faces it has this colour. */
    sunlight = new Color(1, 1, 1);
    #tiles = FACES.map((_, face) => new Tile(face, 0, 0, 0, null));
    #planet;
    #recipe;
    #detail;
    #levels;
    #cloudLevels = -1;
    #flat = texture(new Uint8Array([128, 128, 255, 255]), 1, 1, {mips: false});
    #own = [this.#flat]; // what it disposes of besides tiles
    #shared; // uniforms of all materials
    #mirrors = null;
    #mean = 0; // m; of radius 1
    #lowest = 0; // ground that was seen, in radii above the sphere
    #view = null; // what paints the table of lines of sight through the air
    #sky = null;
    #rings = [];
    #starting;
    #wanted = [];
    #running = new Set();
    #turn = 0;
    #waiting = [];
    #error = null;
    #disposed = false;

    constructor(planet, options = {}) {
        super();
        const {detail = 1, levels = LEVELS, clouds = true, ...rest} = options;
        for (const key of Object.keys(rest))
            throw usage(`there is no option ${key}: detail, levels, clouds`);
        if (planet.facts.meshColumns > 0)
            throw usage(`${planet.facts.type} is not a sphere, so PlanetMesh cannot show it: load what export({target: "gltf"}) writes`);
        if (!(detail > 0))
            throw usage(`detail ${detail}: must be above 0`);
        if (!Number.isInteger(levels) || levels < 0 || levels > LEVELS)
            throw usage(`levels ${levels}: must be a whole number, 0 … ${LEVELS}`);
        const recipe = this.#recipe = JSON.parse(planet.json), cloudHeight = recipe.clouds.altitude_km / recipe.radius_km;
        this.#planet = planet, this.#detail = detail, this.#levels = levels;
        // Of finer ones, too little lies around a tile.
        if (clouds && planet.facts.maps.includes("clouds"))
            this.#cloudLevels = Math.min(Math.max(Math.floor(Math.log2((MARGIN - 1) / TILE / (0.7 * cloudHeight))), 0), levels);
        this.#shared = {
            camera: new Vector3(), camera_distance: 1, pixel: 1, map_from_disc: new Matrix3(), sun_on_map: new Vector3(), sunlight: this.sunlight,
            emission_strength: recipe.emission_strength, night_lights: recipe.night_lights ? 1 : 0,
            limb_darkening: recipe.limb_darkening, cloud_height: cloudHeight, terminator: SUN_ANGLE, air_side: new Vector2(), centre: new Vector3(),
        };
        for (const key of Object.keys(this.#shared))
            this.#shared[key] = {value: this.#shared[key]};
        this.#starting = this.#start().then(() => { this.#starting = null; }, error => this.#fail(error));
    }

    async #start() {
        const planet = this.#planet, {facts} = planet;
        const [{mirrors, air}, rings, heights] = await Promise.all([planet.light(), facts.rings && planet.rings(1024),
            facts.maps.includes("height") && !facts.sea && planet.bake("height", {width: 256})]);
        if (this.#disposed)
            return;
        this.#mirrors = mirrors;
        if (heights) {
            let sum = 0, area = 0;
            heights.height.forEach((code, i) => {
                const weight = Math.cos(Math.PI * (Math.floor(i / 256) + 0.5 - 64) / 128);
                sum += weight * code, area += weight;
            });
            this.#mean = facts.lowest + sum / area * (facts.highest - facts.lowest) / 65535;
        }
        if (air)
            this.#makeAir(air);
        if (rings)
            this.#makeRings(rings);
    }

    #fail(error) {
        if (this.#disposed)
            return;
        this.#error ??= error;
        this.dispatchEvent({type: "error", error});
        this.#answer();
    }

    #material(parts, uniforms, shader, settings) {
        const defines = Object.fromEntries(Object.entries(parts).filter(([, has]) => has).map(([name]) => [name, ""]));
        const values = Object.fromEntries(Object.entries(uniforms).map(([name, value]) => [name, {value}]));
        return new ShaderMaterial({glslVersion: GLSL3, defines, uniforms: {...this.#shared, ...values}, vertexShader: VERTEX, fragmentShader: shader,
            ...settings});
    }

    #makeAir(air) {
        const target = new WebGLRenderTarget(64, 128, {count: 2, type: HalfFloatType, depthBuffer: false, generateMipmaps: false});
        const shape = {air_top: air.top, air_glow: air.glow};
        const tables = {transmittance_map: table(air.transmittance), many_map: table(air.many), air_ground_map: table(air.ground)};
        const values = {
            ...shape, table_size: new Vector2(64, 128), around: false, sun_height: 1, haze_extinction: air.hazeExtinction, anisotropy: air.anisotropy,
            veil: air.veil, scale_heights: air.scaleHeights, densities_at_top: air.densitiesAtTop, ozone_place: air.ozonePlace, gas: air.gas,
            haze: air.haze, ozone: air.ozone, transmittance_map: tables.transmittance_map, many_map: tables.many_map,
        };
        const uniforms = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, {value}]));
        const {sunlight, camera_distance} = this.#shared;
        const material = new RawShaderMaterial({
            glslVersion: GLSL3, uniforms: {...uniforms, sunlight, camera_distance}, depthTest: false, depthWrite: false,
            vertexShader: "in vec3 position;\nvoid main() { gl_Position = vec4(position, 1.0); }",
            fragmentShader: `precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n${air_view}`,
        });
        const triangle = new BufferGeometry();
        triangle.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
        const painted = new Mesh(triangle, material);
        painted.frustumCulled = false;
        this.#view = {target, scene: new Scene().add(painted), camera: new OrthographicCamera(), uniforms, shown: ""};
        Object.assign(this.#shared, Object.fromEntries(Object.entries({
            ...shape, air_light_map: target.textures[0], air_through_map: target.textures[1], air_ground_map: tables.air_ground_map,
        }).map(([name, value]) => [name, {value}])));
        this.#shared.terminator.value += 0.02;
        this.#own.push(target, triangle, material, ...Object.values(tables));
        // Round the camera where it is in the air, a shell where it is not.
        const parts = {SKY: true, EDGE: true, AIR: true}, settings = {...transparent, side: BackSide};
        const materials = [true, false].map(FAR => this.#material({...parts, FAR}, {}, fragment(planet), settings));
        const sky = this.#sky = new Mesh(new SphereGeometry(air.top / Math.cos(Math.PI / 96), 192, 96), materials[0]);
        Object.assign(sky, {renderOrder: 2, userData: {materials}});
        this.#own.push(sky.geometry, ...materials);
        this.add(sky);
    }

    #makeRings(texels) {
        const {rings, radius} = this.#planet.facts, edges = [rings.inner / radius, rings.outer / radius], steps = 256;
        const positions = [], triangles = [], round = Math.cos(Math.PI / steps);
        for (let i = 0; i <= steps; i++)
            for (const r of [edges[0] * round, edges[1] / round])
                positions.push(r * Math.cos(2 * Math.PI * i / steps), 0, r * Math.sin(2 * Math.PI * i / steps));
        for (let i = 0; i < 2 * steps; i += 2)
            triangles.push(i, i + 1, i + 2, i + 2, i + 1, i + 3);
        const geometry = new BufferGeometry(), profile = texture(texels, texels.length / 4, 1);
        geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
        geometry.setIndex(triangles);
        const uniforms = {ring_map: profile, ring_edges: edges, sun_on_rings: new Vector3(), rings_from_disc: new Matrix3(), sun_angle: SUN_ANGLE};
        for (const [name, value] of Object.entries(uniforms))
            this.#shared[name] = {value};
        const own = {camera: new Vector3(), sun: new Vector3(), shadow_sun: new Vector3(), shadow_sun_angle: SUN_ANGLE,
            occluders: [new Vector4(0, 0, 0, 1), new Vector4(0, 0, 0, 1)]};
        for (const side of [0, 1]) { // behind the planet's centre, which the air lies over, and before it
            const material = this.#material({RING: true, ECLIPSE: true}, {...own, side}, fragment(`uniform float side;\n${ring}`,
                "if (step(0.0, dot(vec3(place, 0.0), camera)) != side)\ndiscard;"), {...transparent, side: DoubleSide});
            const mesh = new Mesh(geometry, material);
            mesh.renderOrder = 1 + 2 * side;
            this.#rings.push(mesh);
            this.#own.push(material);
            this.add(mesh);
        }
        this.#own.push(geometry, profile);
    }

    // ---- each frame --------------------------------------------------------------------------------

    /** Chooses what is drawn. Call it before each frame. */
    update(renderer, camera) {
        if (this.#disposed)
            return;
        this.updateWorldMatrix(true, false);
        camera.updateMatrixWorld();
        const inverse = new Matrix4().copy(this.matrixWorld).invert(), shared = this.#shared, eye = shared.camera.value;
        eye.setFromMatrixPosition(camera.matrixWorld).applyMatrix4(inverse);
        const size = renderer.getDrawingBufferSize(new Vector2()), distance = shared.camera_distance.value = eye.length();
        shared.pixel.value = 2 * Math.tan(camera.fov * Math.PI / 360) / camera.zoom / size.y;
        this.#look(eye, shared.sun_on_map.value.copy(this.sun).transformDirection(inverse), distance);
        if (this.#view)
            this.#paintView(renderer, distance);
        const frustum = new Frustum().setFromProjectionMatrix(new Matrix4()
            .multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).multiply(this.matrixWorld));
        this.#turn++;
        this.#wanted = [];
        for (const tile of this.#tiles)
            this.#choose(tile, frustum);
        this.#wanted.sort((a, b) => b.gain - a.gain);
        for (const tile of this.#running)
            if (tile.used !== this.#turn)
                tile.asked.abort();
        for (const {tile} of this.#starting ? [] : this.#wanted.slice(0, Math.max(2 - this.#running.size, 0)))
            this.#load(tile);
        for (const tile of this.#tiles)
            this.#forget(tile);
        if (this.settled)
            this.#answer();
    }

    // The disc's frame, as in shaders/planet.frag, and that of the rings.
    #look(eye, sun, distance) {
        const shared = this.#shared, out = eye.clone().divideScalar(distance);
        const right = (Math.abs(out.y) < 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0)).cross(out).normalize(), up = out.clone().cross(right);
        shared.map_from_disc.value.set(right.x, up.x, out.x, right.y, up.y, out.y, right.z, up.z, out.z);
        shared.air_side.value.set(sun.dot(right), sun.dot(up)).normalize();
        if (shared.air_side.value.lengthSq() === 0)
            shared.air_side.value.x = 1;
        for (const mesh of this.#rings) {
            const at = mesh.material.uniforms, on = (vector, from) => vector.set(from.x, -from.z, from.y);
            on(at.camera.value, eye);
            on(shared.sun_on_rings.value, sun);
            at.sun.value.copy(shared.sun_on_rings.value);
            at.shadow_sun.value.copy(at.sun.value);
            at.occluders.value[1].set(...at.sun.value.clone().multiplyScalar(-1e4).toArray(), 1);
            shared.rings_from_disc.value.set(right.x, up.x, out.x, -right.z, -up.z, -out.z, right.y, up.y, out.y);
        }
    }

    #paintView(renderer, distance) {
        const {target, scene, camera, uniforms} = this.#view, {sun_on_map, camera: eye, air_top, sunlight} = this.#shared;
        uniforms.sun_height.value = sun_on_map.value.dot(eye.value) / distance;
        uniforms.around.value = distance < AROUND * air_top.value;
        this.#sky.material = this.#sky.userData.materials[uniforms.around.value ? 1 : 0];
        const shown = [distance, uniforms.sun_height.value, ...sunlight.value.toArray()].join();
        if (this.#view.shown === shown)
            return;
        this.#view.shown = shown;
        const before = renderer.getRenderTarget(), {enabled} = renderer.xr;
        renderer.xr.enabled = false;
        renderer.setRenderTarget(target);
        renderer.render(scene, camera);
        renderer.setRenderTarget(before);
        renderer.xr.enabled = enabled;
    }

    /** Whether nothing is missing for the last update(). */
    get settled() {
        return this.#turn > 0 && !this.#starting && !this.#wanted.some(({tile}) => tile.needed) && ![...this.#running].some(tile => tile.needed);
    }

    /** Resolves when an update() misses nothing. */
    idle() {
        return new Promise((resolve, reject) => {
            this.#waiting.push({resolve, reject});
            if (this.#error || this.#disposed)
                this.#answer();
        });
    }

    #answer() {
        for (const {resolve, reject} of this.#waiting.splice(0))
            this.#disposed ? reject(usage("the PlanetMesh was disposed of")) : this.#error ? reject(this.#error) : resolve();
    }

    // ---- tiles -------------------------------------------------------------------------------------

    // Whether a part of it may be in the picture: not behind the horizon, nor beside the picture.
    #seen(tile, frustum) {
        const eye = this.#shared.camera.value, lowest = 1 + this.#lowest;
        const horizon = Math.acos(Math.min(lowest / eye.length(), 1)) + Math.acos(Math.min(lowest / (1 + tile.high), 1));
        // Between its points it bulges out of their flat hull, by no more than this.
        const low = 1 + tile.low, high = 1 + tile.high, bulge = high * (1 - Math.cos(tile.bound / 2));
        return eye.angleTo(tile.centre) - tile.bound <= horizon &&
            frustum.planes.every(({normal, constant}) => tile.points.some(point => Math.max(low * normal.dot(point), high * normal.dot(point)) + constant + bulge >= 0));
    }

    // The angle that a texel spans, at the place that is nearest to the camera.
    #gain(tile) {
        const eye = this.#shared.camera.value, distance = eye.length(), radius = 1 + tile.high;
        const aside = Math.max(eye.angleTo(tile.centre) - tile.bound, 0);
        const far = Math.sqrt(Math.max(distance * distance + radius * radius - 2 * distance * radius * Math.cos(aside), 1e-12));
        return Math.PI / 2 / (TILE << tile.level) / far;
    }

    // Shows the tile or its children.
    #choose(tile, frustum, hidden = false) {
        tile.used = this.#turn;
        const seen = this.#seen(tile, frustum), gain = this.#gain(tile);
        tile.needed = seen;
        if ((seen || tile.level === 0) && !tile.mesh && !tile.asked && !tile.failed)
            this.#wanted.push({tile, gain: seen ? gain : 0}); // the whole planet once, for quick turns
        let split = seen && !!tile.mesh && tile.level < this.#levels && gain > this.#shared.pixel.value / this.#detail;
        if (split) {
            const children = tile.split();
            split = children.every(child => child.mesh || child.failed || !this.#seen(child, frustum)) && children.some(child => child.mesh);
            for (const child of children)
                this.#choose(child, frustum, hidden || !split);
        }
        if (tile.mesh)
            tile.mesh.visible = seen && !hidden && !split;
        if (!split)
            this.#hide(tile.children);
    }

    #hide(tiles) {
        for (const tile of tiles ?? []) {
            if (tile.mesh)
                tile.mesh.visible = false;
            this.#hide(tile.children);
        }
    }

    async #load(tile) {
        const {signal} = tile.asked = new AbortController();
        this.#running.add(tile);
        try {
            const {facts} = this.#planet, {face, level, x, y} = tile, width = TILE << level, left = x * TILE, top = y * TILE;
            const names = ["albedo", "height", "normal", "orm", "emission"].filter(name => facts.maps.includes(name));
            const low = at => Math.max(at - MARGIN, -4), high = at => Math.min(at + TILE + MARGIN, width + 4);
            const around = [low(left), low(top), high(left) - low(left), high(top) - low(top)];
            const bake = (what, rect) => this.#planet.bake(what, {projection: "cube", face, width, rect, signal});
            const [maps, above] = await Promise.all([bake(names, [left - 1, top - 1, TILE + 2, TILE + 2]),
                level <= this.#cloudLevels ? bake("clouds", around) : null]);
            if (!this.#disposed && !signal.aborted)
                this.add(tile.mesh = this.#makeMesh(tile, maps, above && {...above, x: around[0], y: around[1]}));
        } catch (error) {
            tile.failed = !signal.aborted;
            if (tile.failed)
                this.#fail(error);
        } finally {
            this.#running.delete(tile);
            tile.asked = null;
        }
    }

    #makeMesh(tile, maps, above) {
        const size = TILE + 2, count = size * size, width = TILE << tile.level, {facts} = this.#planet;
        const scale = (facts.highest - facts.lowest) / 65535, clouds = above ? {
            clouds_map: texture(rgba(above.clouds, above.columns * above.rows), above.columns, above.rows),
            tile_cloud_span: [width / 2 / above.columns, width / 2 / above.rows, (width / 2 - above.x) / above.columns, (width / 2 - above.y) / above.rows],
            tile_cloud_rows: 2 * width, tile_cloud_reach: (MARGIN - 1) / width, tile_cloud_face: new Matrix3().set(...FACES[tile.face].flat()),
        } : tile.parent?.mesh.userData.clouds;
        const heights = maps.height && Float64Array.from(maps.height,
            code => Math.max(facts.lowest + code * scale - this.#mean, facts.sea ? 0 : -Infinity) / facts.radius);
        const mirrored = maps.orm && specular(maps.orm, count, this.#mirrors), own = {
            albedo_map: texture(rgba(maps.albedo, count), size, size, {srgb: true}),
            ...maps.normal && {normal_map: texture(rgba(maps.normal, count), size, size)},
            ...mirrored && {specular_map: texture(mirrored, size, size)},
            ...maps.emission && {emission_map: texture(rgba(maps.emission, count), size, size, {srgb: true})},
        };
        const parts = {TILE: true, AIR: !!this.#view, GLOSS: !!mirrored, EMISSION: !!maps.emission, CLOUDS: !!clouds, RINGED: this.#rings.length > 0};
        const material = this.#material(parts, {normal_map: this.#flat, ...own, ...clouds, tile_rows: 2 * width, tile_share: Math.min(Math.max((tile.level - 1) / 2, 0), 1), centre: tile.centre},
            fragment(planet), {});
        const mesh = new Mesh(tile.geometry(heights), material);
        this.#lowest = Math.min(this.#lowest, tile.low);
        mesh.position.copy(tile.centre);
        mesh.visible = false;
        mesh.userData = {clouds, textures: [...Object.values(own), ...above ? [clouds.clouds_map] : []]};
        return mesh;
    }

    // ---- what is no longer used --------------------------------------------------------------------

    #forget(tile) {
        for (const child of tile.children ?? [])
            this.#forget(child);
        if (tile.level > 0 && tile.mesh && this.#turn - tile.used > 240 && !tile.children)
            this.#drop(tile);
        if (tile.children?.every(child => !child.mesh && !child.asked && !child.children && child.used !== this.#turn))
            tile.children = null;
    }

    #drop(tile) {
        const {mesh} = tile;
        for (const own of [mesh.geometry, mesh.material, ...mesh.userData.textures])
            own.dispose();
        this.remove(mesh);
        tile.mesh = null;
    }

    /** Frees what it took of the GPU, and stops its requests. The planet is yours: planet.destroy(), terrella.close(). */
    dispose() {
        this.#disposed = true;
        for (const tile of this.#running)
            tile.asked.abort();
        const drop = tiles => tiles?.forEach(tile => {
            drop(tile.children);
            if (tile.mesh)
                this.#drop(tile);
        });
        drop(this.#tiles);
        for (const own of this.#own.splice(0))
            own.dispose();
        this.clear();
        this.#answer();
    }
}

const usage = message => new TerrellaError({kind: "usage", message, path: ""});
