// The package `terrella`: planets in a worker of their own. See README.md and index.d.ts.
const node = typeof process !== "undefined" && process.versions?.node && typeof importScripts === "undefined";
const PROJECTIONS = ["equirect", "cube"];
const LAYOUTS = ["equirect", "cube", "cube-row", "cube-column", "cube-cross"];
const FORMATS = ["png", "jpg", "tga", "hdr", "exr", "r16", "r16be", "r32f", "ktx2", "dds"];
const OUTPUTS = ["albedo", "height", "normal", "emission", "orm", "clouds", "water", "rings", "mesh", "occlusion", "roughness", "metal", "maskmap",
    "sea", "depth", "normal_object", "normal_dx", "clouds_colour", "clouds_alpha", "wind", "biome", "air"];

export class TerrellaError extends Error {
    constructor({kind, message, path}) {
        super(path && !message.startsWith(path) ? `${path}: ${message}` : message);
        Object.assign(this, {name: "TerrellaError", kind, path});
    }
}

const bad = message => new TerrellaError({kind: "usage", message, path: ""});

function choice(list, name, what) {
    const index = list.indexOf(name);
    if (index < 0)
        throw bad(`there is no ${what} ${name}: ${list.join(", ")}`);
    return index;
}

// What a call needs of the worker, by name; anything else would be dropped silently.
function check(options, known) {
    for (const key of Object.keys(options))
        if (!known.includes(key))
            throw bad(`there is no option ${key}: ${known.join(", ")}`);
    return options;
}

function integer(value, what, low, high) {
    if (!Number.isInteger(value) || value < low || value > high)
        throw bad(`${what} ${value}: must be a whole number, ${low} … ${high}`);
    return value;
}

// ---- the worker ------------------------------------------------------------------------------------

// Requests go to the worker one by one, so that a stopped one stops no other.
class Line {
    #worker;
    #waiting = [];
    #running = null;
    #next = 1;
    #stop = null; // a byte that the module looks at while it works
    #dead = null;

    async open(threads, base) {
        const shared = threads > 1, file = new URL("wasm/worker.js", base);
        if (node) {
            const {Worker} = await import("node:worker_threads");
            this.#worker = new Worker(file);
            this.#worker.on("message", message => this.#take(message));
            this.#worker.on("error", error => this.#fail(error.message));
        } else {
            this.#worker = new Worker(file);
            this.#worker.onmessage = event => this.#take(event.data);
            this.#worker.onerror = event => this.#fail(event.message ?? `${file} cannot be loaded`);
        }
        const about = await this.ask({call: "open", threads, base: String(base), shared});
        if (about.memory)
            this.#stop = new Uint8Array(about.memory.buffer, about.stop, 1);
        this.rest();
        return about;
    }

    ask(message, {signal, progress} = {}) {
        if (this.#dead)
            return Promise.reject(new TerrellaError({kind: "bug", message: this.#dead, path: ""}));
        if (signal?.aborted)
            return Promise.reject(signal.reason);
        return new Promise((resolve, reject) => {
            const id = this.#next++, request = {id, message: {id, ...message}, resolve, reject, progress};
            request.abort = () => {
                reject(signal.reason);
                if (this.#running === request && this.#stop)
                    Atomics.store(this.#stop, 0, 1);
                this.#waiting = this.#waiting.filter(other => other !== request);
            };
            signal?.addEventListener("abort", request.abort);
            request.end = () => signal?.removeEventListener("abort", request.abort);
            this.#waiting.push(request);
            this.#send();
        });
    }

    #send() {
        if (this.#running || this.#waiting.length === 0)
            return;
        this.#running = this.#waiting.shift();
        if (this.#stop)
            Atomics.store(this.#stop, 0, 0);
        if (node)
            this.#worker.ref();
        this.#worker.postMessage(this.#running.message);
    }

    #take({id, value, done, error}) {
        const request = this.#running;
        if (request?.id !== id)
            return;
        if (done !== undefined)
            return void request.progress?.(done);
        this.#running = null;
        request.end();
        error ? request.reject(new TerrellaError(error)) : request.resolve(value);
        this.#send();
        if (!this.#running)
            this.rest();
    }

    // Node.js ends although a worker waits for work.
    rest() {
        if (node)
            this.#worker.unref();
    }

    #fail(message) {
        this.#dead = message;
        for (const request of [this.#running, ...this.#waiting].filter(Boolean)) {
            request.end();
            request.reject(new TerrellaError({kind: "bug", message, path: ""}));
        }
        this.#running = null, this.#waiting = [];
    }

    close() {
        this.#fail("terrella was closed");
        this.#worker.terminate();
    }
}

// ---- planets ---------------------------------------------------------------------------------------

async function bytesOf(images) {
    const all = {};
    for (const [kind, image] of Object.entries(images ?? {})) {
        const {bytes, ...settings} = image?.bytes ? image : {bytes: image};
        all[kind] = {bytes: bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes instanceof Blob ? await bytes.arrayBuffer() : bytes), ...settings};
    }
    return all;
}

class Planet {
    #line;
    #id;

    constructor(line, made) {
        this.#line = line, this.#id = made.planet;
        this.#describe(made);
    }

    #describe({facts, knobs, json}) {
        Object.assign(this, {facts, knobs, json});
    }

    #ask(message, options) {
        return this.#id ? this.#line.ask({planet: this.#id, ...message}, options) : Promise.reject(bad("this planet was destroyed"));
    }

    async set(values, options = {}) {
        const {images, ...rest} = check(options, ["images", "signal"]);
        this.#describe(await this.#ask({call: "update", set: values, images: await bytesOf(images)}, rest));
        return this;
    }

    async bake(maps, options = {}) {
        const {projection = "equirect", face = 0, rect, ...rest} = check(options, ["width", "projection", "face", "rect", "signal", "progress"]);
        const cube = choice(PROJECTIONS, projection, "projection"), {width = cube ? 1024 : 2048} = rest;
        if (!cube && width % 2)
            throw bad(`width ${width}: must be even`);
        const [x, y, columns, rows] = rect ?? [0, 0, width, cube ? width : width / 2];
        integer(width, "width", cube ? 16 : 64, cube ? 1 << 20 : 1 << 22), integer(face, "face", 0, cube ? 11 : 0);
        integer(columns, "columns of rect", 1, width + 8), integer(rows, "rows of rect", 1, width + 8);
        const names = typeof maps === "string" ? [maps] : maps;
        const lacks = names.find(name => !this.facts.maps.includes(name));
        if (lacks)
            throw bad(`this planet has no map ${lacks}: ${this.facts.maps.join(", ")}`);
        const baked = await this.#ask({call: "bake", maps: names, patch: [cube, face, width, x, y, columns, rows]}, rest);
        return {columns, rows, ...baked};
    }

    heights(directions, options = {}) {
        const {texel = 2e-5, ...rest} = check(options, ["texel", "signal"]);
        return this.#ask({call: "heights", directions: Float32Array.from(directions), texel}, rest);
    }

    rings(width = 1024) {
        return this.#ask({call: "rings", width: integer(width, "width", 1, 1 << 24)});
    }

    // For three.js: the table of src/light/specular.h, and numbers and tables of air_model.h; null without air.
    light() {
        return this.#ask({call: "light"});
    }

    async export(options = {}) {
        const {name, target, width = 0, maps = [], layout = "equirect", format = "png", compression = "fast", heightRange = "type", ...rest} = check(
            options, ["name", "target", "width", "maps", "layout", "format", "compression", "heightRange", "signal", "progress"]);
        const outputs = maps.reduce((bits, map) => bits | 1 << choice(OUTPUTS, map, "map"), 0);
        const numbers = [integer(width, "width", 0, 1 << 22), choice(LAYOUTS, layout, "layout"), outputs, choice(FORMATS, format, "format"),
            choice(["fast", "small"], compression, "compression"), choice(["type", "planet"], heightRange, "height range")];
        return this.#ask({call: "export", name, target, numbers}, rest);
    }

    async destroy() {
        const id = this.#id;
        this.#id = 0;
        if (id)
            await this.#line.ask({call: "destroy", planet: id});
    }
}

export async function load(options = {}) {
    const {base = new URL("./", import.meta.url), ...rest} = check(options, ["threads", "base"]);
    const isolated = node || globalThis.crossOriginIsolated === true;
    const cores = node ? (await import("node:os")).availableParallelism?.() ?? 4 : navigator.hardwareConcurrency || 4;
    const threads = integer(rest.threads ?? Math.min(cores, 16), "threads", 1, 64);
    const line = new Line();
    const about = await line.open(isolated ? threads : 1, new URL(base, globalThis.location?.href ?? import.meta.url));
    return {
        version: about.version, pixels: about.pixels, types: about.types, maps: about.maps, threads: isolated ? threads : 1,
        async planet(what) {
            const {type = "earthlike", seed = 1, json, set, images, signal} = check(typeof what === "string" ? {type: what} : what,
                ["type", "seed", "json", "set", "images", "signal"]);
            if (!(typeof seed === "bigint" || Number.isSafeInteger(seed)) || seed < 0 || seed >= 1n << 63n)
                throw bad(`seed ${seed}: must be a whole number, 0 … 2^63 - 1; as bigint above 2^53`);
            return new Planet(line, await line.ask({call: "planet", type, seed: String(seed), json, set, images: await bytesOf(images)}, {signal}));
        },
        close: () => line.close(),
    };
}
