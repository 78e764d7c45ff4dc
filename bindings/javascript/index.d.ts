/** The library in a worker of its own. Close it when you need it no more. */
export interface Terrella {
    /** Version of the library, and of its pixels: another one may give other texels. */
    readonly version: string;
    readonly pixels: number;
    /** Types of planets: "earthlike", "inferno" … */
    readonly types: readonly string[];
    /** Formats of the maps that `bake` gives. */
    readonly maps: readonly MapFormat[];
    /** How many threads compute: 1 in a page that is not cross-origin isolated. */
    readonly threads: number;
    /** Makes a planet, which takes milliseconds to seconds. Throws TerrellaError. */
    planet(what: string | PlanetOptions): Promise<Planet>;
    /** Ends the worker. Requests that wait are rejected. */
    close(): void;
}

export interface LoadOptions {
    /** At most so many threads; one for each core, at most 16. Only 1 is possible in a page that is not isolated. */
    threads?: number;
    /** The address of the folder that has this package's files, if a bundler moved index.js elsewhere. It ends with a slash. */
    base?: string | URL;
}

/** Starts a worker and loads the WebAssembly module. */
export function load(options?: LoadOptions): Promise<Terrella>;

/** `kind`: "usage" (a mistake of the caller), "input" (of a recipe or an image), "memory", "stopped", "write", "bug". */
export class TerrellaError extends Error {
    readonly kind: string;
    /** The path of the parameter at fault, or "". */
    readonly path: string;
}

export type Value = number | string | boolean | null | readonly Value[] | {readonly [key: string]: Value};

/** Knobs of the type and other parameters by their paths, as for `--set` of the program: {ocean: 0.4, "layers.land.plates": 9}. */
export type Settings = Readonly<Record<string, Value>>;

/** The bytes of a PNG, TIFF, EXR, JPG or TGA file; or these and settings of the map, such as `strength` and `range_m`. */
export type Image = Uint8Array | ArrayBuffer | Blob | ({bytes: Uint8Array | ArrayBuffer | Blob} & Settings);

export interface PlanetOptions {
    type?: string;
    /** 0 … 2^63 - 1; 1 by default. */
    seed?: number | bigint;
    /** A recipe as `terrella show` prints it, instead of type and seed. */
    json?: string;
    set?: Settings;
    /** Own maps, by kind: height, land, uplift, biome, temperature, rain, colour, emission, clouds or any:CHANNEL. */
    images?: Readonly<Record<string, Image>>;
    signal?: AbortSignal;
}

export type MapName = "albedo" | "height" | "normal" | "emission" | "orm" | "clouds" | "water";

export interface MapFormat {
    readonly name: MapName;
    readonly channels: number;
    /** Bytes of a channel: 1, or 2 for heights. */
    readonly bytes: number;
    readonly srgb: boolean;
}

/** Lengths are in metres. */
export interface Facts {
    readonly type: string;
    readonly seed: number | bigint;
    readonly radius: number;
    /** Heights of 0 and 65535 in a map of heights. 0 m is the radius, and the level of the sea. */
    readonly lowest: number;
    readonly highest: number;
    /** Whether a sea covers the ground below 0 m. */
    readonly sea: boolean;
    /** No solid ground. */
    readonly gas: boolean;
    readonly maps: readonly MapName[];
    /** Of a planet that is not a sphere: columns of its mesh; otherwise 0. */
    readonly meshColumns: number;
    /** Edges of the rings, from the centre. */
    readonly rings: {readonly inner: number; readonly outer: number} | null;
}

export interface Knob {
    readonly name: string;
    readonly label: string;
    readonly what: string;
    /** 0 … 1 */
    readonly value: number;
}

export interface WorkOptions {
    /** Stops the work: at once where there are threads, otherwise when the call has ended. */
    signal?: AbortSignal;
}

export interface BakeOptions extends WorkOptions {
    /** Texels around the equator, even, 64 … 4194304 (2048); or along a side of a face, 16 … 1048576 (1024). */
    width?: number;
    projection?: "equirect" | "cube";
    /** Of a cube: 0 … 5 are +X -X +Y -Y +Z -Z, oriented as in OpenGL. */
    face?: number;
    /** A part: x, y, columns, rows. It may go 4 texels beyond the edges of a face. */
    rect?: readonly [number, number, number, number];
    /** Gets the finished part, 0 … 1. */
    progress?: (done: number) => void;
}

/** Rows from the north without padding. Texels of heights are Uint16Array, of other maps Uint8Array. */
export type Baked<M extends MapName> = {readonly columns: number; readonly rows: number} & {
    readonly [name in M]: name extends "height" ? Uint16Array : Uint8Array;
};

export interface ExportOptions extends WorkOptions {
    /** Of the files; type and seed by default. */
    name?: string;
    /** A program, which sets names and formats: "godot", "gltf" … (`terrella list targets`). */
    target?: string;
    width?: number;
    /** albedo, height, normal, emission, orm, clouds, water, rings, mesh, occlusion, roughness, metal, maskmap, sea, depth,
     * normal_object, normal_dx, clouds_colour, clouds_alpha, wind, biome or air; all that the planet has by default. */
    maps?: readonly string[];
    layout?: "equirect" | "cube" | "cube-row" | "cube-column" | "cube-cross";
    format?: "png" | "jpg" | "tga" | "hdr" | "exr" | "r16" | "r16be" | "r32f" | "ktx2" | "dds";
    compression?: "fast" | "small";
    /** The heights of 0 and 65535: those of the type, or of this planet. */
    heightRange?: "type" | "planet";
    progress?: (done: number) => void;
}

export interface Planet {
    readonly facts: Facts;
    readonly knobs: readonly Knob[];
    /** The recipe, which alone makes the same planet, except for its images. */
    readonly json: string;
    /** Changes knobs and other parameters, and gives images. Only what they change is computed again. After a failure nothing
     * has changed. Returns this planet. */
    set(values: Settings, options?: {images?: Readonly<Record<string, Image>>; signal?: AbortSignal}): Promise<this>;
    /** Computes maps. Several at once are faster than one after the other. */
    bake<M extends MapName>(maps: M | readonly M[], options?: BakeOptions): Promise<Baked<M>>;
    /** Heights in metres at directions (x, y, z of each; +Y is north, longitude 0 at +X, 90 degrees east at -Z).
     * texel: the size of the smallest detail in radians, 1e-6 … 0.1 (2e-5). */
    heights(directions: ArrayLike<number>, options?: {texel?: number; signal?: AbortSignal}): Promise<Float32Array>;
    /** RGBA of the rings from the inner to the outer edge: sRGB, straight alpha. */
    rings(width?: number): Promise<Uint8Array>;
    /** What `terrella/three` lights it with: strengths of reflection by roughness, and the tables of its air; they may change. */
    light(): Promise<unknown>;
    /** A set of files, by name, with the same bytes as those of `terrella export`; the manifest lacks the length of the day,
     * which is a scene's. */
    export(options?: ExportOptions): Promise<Record<string, Uint8Array>>;
    /** Frees the planet. */
    destroy(): Promise<void>;
}
