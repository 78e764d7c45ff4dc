// Runs the WebAssembly wasm in a worker of its own: of a browser, or of Node.js. index.js sends requests
// {id, call, …}; answers are {id, value}, {id, done} (progress) or {id, error}.
"use strict";
const node = typeof importScripts === "undefined" && require("worker_threads");
const post = node ? (message, moved) => node.parentPort.postMessage(message, moved) : (message, moved) => self.postMessage(message, moved);
const handler = event => answer(node ? event : event.data);
if (node) {
    globalThis.fetch = undefined; // Emscripten takes it for that of browsers
    node.parentPort.on("message", handler);
} else
    self.onmessage = handler;

const STATUS = ["", "usage", "input", "opengl", "write", "memory", "bounds", "stopped", "bug"];
const MAPS = [], planets = new Map();
let wasm, memory, context, stop, slot, request, files, nextPlanet = 1;

class Failure extends Error {
    constructor(kind, message, path) {
        super(message);
        Object.assign(this, {kind, path});
    }
}

// ---- memory ----------------------------------------------------------------------------------------

// The memory may grow, so that views of it are made for each use.
const view = (kind, address, count) => new kind(memory.buffer, address, count);
function allocate(bytes) {
    const address = wasm._malloc(Math.max(bytes, 1));
    if (!address)
        throw new Failure("memory", `no memory for ${bytes} bytes`);
    return address;
}
// Calls f(address) with a block that holds these bytes.
function withBlock(bytes, f) {
    const address = allocate(bytes.byteLength);
    try {
        view(Uint8Array, address, bytes.byteLength).set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        return f(address);
    } finally {
        wasm._free(address);
    }
}
const withText = (text, f) => text == null ? f(0) : withBlock(new TextEncoder().encode(`${text}\0`), f);
const text = address => wasm.UTF8ToString(address);
// Calls f(error, out): a status, and a pointer in `out`. Returns that pointer.
function call(f) {
    const error = slot, out = slot + wasm._call_error_size();
    wasm._call_error(error);
    view(Uint32Array, out, 1)[0] = 0;
    const status = f(error, out);
    if (status !== 0)
        throw new Failure(STATUS[status], text(wasm._call_error_message(error)), text(wasm._call_error_path(error)));
    return view(Uint32Array, out, 1)[0];
}

// ---- recipes ---------------------------------------------------------------------------------------

// Values of one request are set in one call, so that paths take precedence over knobs.
function set(recipe, values) {
    const texts = Object.entries(values ?? {}).map(([path, value]) => `${path}=${value === "" ? "" : JSON.stringify(value)}`);
    const bytes = texts.map(line => new TextEncoder().encode(`${line}\0`)), addresses = [];
    try {
        for (const line of bytes) {
            addresses.push(allocate(line.length));
            view(Uint8Array, addresses.at(-1), line.length).set(line);
        }
        withBlock(Uint32Array.from(addresses), list => call(error => wasm._tr_recipe_set(recipe, texts.length, list, error)));
    } finally {
        addresses.forEach(address => wasm._free(address));
    }
}

function json(recipe) {
    const address = call((error, out) => wasm._tr_recipe_to_json(recipe, 0, out, error));
    const result = text(address);
    wasm._tr_free(address);
    return result;
}

// images: {kind: {bytes, …settings}}; given: names of maps that have got their bytes here.
function setImages(recipe, images, given) {
    for (const [kind, {bytes, ...settings}] of Object.entries(images ?? {})) {
        const name = kind.replace(/^any:/, "");
        const there = (JSON.parse(json(recipe)).maps ?? []).find(map => map.name === name);
        if (!there)
            set(recipe, {[`maps.${name}`]: {file: name}});
        else if (given.has(name))
            set(recipe, {[`maps.${name}.sha256`]: ""});
        set(recipe, Object.fromEntries(Object.entries(settings).map(([key, value]) => [`maps.${name}.${key}`, value])));
        withText(there?.file ?? name, file => withBlock(bytes, address =>
            call(error => wasm._tr_recipe_set_image(recipe, file, address, bytes.byteLength, error))));
        given.add(name);
    }
}

function makeRecipe({type, seed, json: code}) {
    if (code == null)
        return withText(type, name => call((error, out) =>
            wasm._call_recipe(name, Number(BigInt(seed) >> 32n), Number(BigInt(seed) & 0xffffffffn), out, error)));
    const bytes = new TextEncoder().encode(code);
    return withBlock(bytes, address => call((error, out) => wasm._tr_recipe_from_json(address, bytes.length, out, error)));
}

// ---- planets ---------------------------------------------------------------------------------------

function knobsOf(recipe) {
    const knobs = [];
    for (let i = 0, name; (name = wasm._call_knob(recipe, i, 0)); i++)
        knobs.push({name: text(name), label: text(wasm._call_knob(recipe, i, 1)), what: text(wasm._call_knob(recipe, i, 2)),
            value: wasm._call_knob_value(recipe, i)});
    return knobs;
}

function describe({planet, recipe}) {
    const type = text(wasm._call_facts(planet, slot));
    const [radius, low, high, inner, outer, sea, gas, maps, meshColumns, seedHigh, seedLow] = view(Float64Array, slot, 11);
    const seed = BigInt(seedHigh) << 32n | BigInt(seedLow);
    return {
        facts: {
            type, seed: seed <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(seed) : seed, radius, lowest: low, highest: high,
            sea: sea > 0, gas: gas > 0, maps: MAPS.filter((_, i) => maps >> i & 1).map(map => map.name), meshColumns,
            rings: outer > 0 ? {inner, outer} : null,
        },
        knobs: knobsOf(recipe), json: json(recipe),
    };
}

function find(id) {
    const planet = planets.get(id);
    if (!planet)
        throw new Failure("usage", "this planet was destroyed");
    return planet;
}

const maps = names => names.map(name => {
    const index = MAPS.findIndex(map => map.name === name);
    if (index < 0)
        throw new Failure("usage", `there is no map ${name}: ${MAPS.map(map => map.name).join(", ")}`);
    return index;
});

// Calls f(addresses of texels of all maps) and returns typed arrays of the maps with these names.
function withTexels(names, count, f) {
    const indices = maps(names), addresses = new Uint32Array(MAPS.length);
    try {
        for (const i of indices)
            addresses[i] = allocate(count * MAPS[i].channels * MAPS[i].bytes);
        withBlock(addresses, f);
        return Object.fromEntries(indices.map(i => [MAPS[i].name,
            view(MAPS[i].bytes === 2 ? Uint16Array : Uint8Array, addresses[i], count * MAPS[i].channels).slice()]));
    } finally {
        addresses.forEach(address => address && wasm._free(address));
    }
}

const calls = {
    async open({threads, base, shared}) {
        const name = shared ? "terrella-threads" : "terrella", path = `${base}wasm/${name}`;
        const file = node ? require("url").fileURLToPath : url => url;
        // Emscripten's JavaScript is no module: it makes a function `Terrella`.
        const make = node ? require(file(`${path}.js`)) : (importScripts(`${path}.js`), self.Terrella);
        memory = new WebAssembly.Memory({initial: 512, maximum: 32768, shared});
        wasm = await make({
            wasmMemory: memory, threads, mainScriptUrlOrBlob: file(`${path}.js`), locateFile: part => file(`${base}wasm/${part}`),
            report: done => post({id: request, done}), written: path => files.push(path),
        });
        slot = allocate(wasm._call_error_size() + 16);
        stop = shared ? allocate(4) : 0;
        for (let i = 0, name; (name = wasm._call_map(i, slot)); i++) {
            const [channels, bytes, srgb] = view(Int32Array, slot, 3);
            MAPS.push({name: text(name), channels, bytes, srgb: srgb > 0});
        }
        context = call((error, out) => wasm._call_context(threads, out, error));
        const most = 64, names = allocate(32 * most), count = wasm._tr_type_list(names, most);
        const types = Array.from({length: count}, (_, i) => text(names + 32 * i));
        wasm._free(names);
        return {version: text(wasm._tr_version()), pixels: wasm._tr_pixels(), types, maps: MAPS, memory: shared ? memory : null, stop};
    },
    planet({set: values, images, ...what}) {
        const recipe = makeRecipe(what), given = new Set();
        try {
            set(recipe, values);
            setImages(recipe, images, given);
            const planet = call((error, out) => wasm._call_planet(context, recipe, stop, out, error));
            planets.set(nextPlanet, {planet, recipe, given});
            return {planet: nextPlanet, ...describe(planets.get(nextPlanet++))};
        } catch (error) {
            wasm._tr_recipe_destroy(recipe);
            throw error;
        }
    },
    update({planet: id, set: values, images}) {
        const planet = find(id), recipe = call((error, out) => wasm._tr_recipe_copy(planet.recipe, out, error));
        const given = new Set(planet.given);
        try {
            set(recipe, values);
            setImages(recipe, images, given);
            call(error => wasm._call_update(planet.planet, recipe, stop, error));
        } catch (error) {
            wasm._tr_recipe_destroy(recipe);
            throw error;
        }
        wasm._tr_recipe_destroy(planet.recipe);
        Object.assign(planet, {recipe, given});
        return describe(planet);
    },
    bake({planet, maps: names, patch}) {
        return withTexels(names, patch[5] * patch[6], texels => withBlock(Int32Array.from(patch), address =>
            call(error => wasm._call_bake(find(planet).planet, address, texels, stop, error))));
    },
    heights({planet, directions, texel}) {
        const count = directions.length / 3;
        return withBlock(directions, from => {
            const address = allocate(4 * count);
            try {
                call(error => wasm._tr_planet_heights(find(planet).planet, count, from, texel, address, error));
                return view(Float32Array, address, count).slice();
            } finally {
                wasm._free(address);
            }
        });
    },
    rings({planet, width}) {
        const address = allocate(4 * width);
        try {
            call(error => wasm._tr_planet_rings(find(planet).planet, width, address, error));
            return view(Uint8Array, address, 4 * width).slice();
        } finally {
            wasm._free(address);
        }
    },
    light({planet}) {
        const numbers = allocate(8 * 20), tables = allocate(wasm._call_air_size()), mirrors = allocate(256);
        try {
            wasm._tr_specular_mirrors(mirrors);
            const has = wasm._call_air(find(planet).recipe, numbers, tables), [top, glow, hazeExtinction, anisotropy, veil, ...rest] = view(Float64Array, numbers, 20);
            let at = tables; // tr_air_tables
            const take = count => rest.splice(0, count), table = (width, height) => {
                const texels = view(Float32Array, at, 3 * width * height).slice();
                at += texels.byteLength;
                return {width, height, texels};
            };
            return {mirrors: view(Uint8Array, mirrors, 256).slice(), air: has ? {
                top, glow, hazeExtinction, anisotropy, veil, scaleHeights: take(2), densitiesAtTop: take(2), ozonePlace: take(2),
                gas: take(3), haze: take(3), ozone: take(3), transmittance: table(128, 32), many: table(32, 8), ground: table(96, 2),
            } : null};
        } finally {
            [numbers, tables, mirrors].forEach(address => wasm._free(address));
        }
    },
    export({planet, name, target, numbers}) {
        files = [];
        const {FS} = wasm, folder = "/set";
        try {
            withText(folder, directory => withText(name, stem => withText(target, program => withBlock(Int32Array.from(numbers), list =>
                call(error => wasm._call_export(find(planet).planet, directory, stem, program, list, stop, error))))));
            return Object.fromEntries(files.map(path => [path.slice(folder.length + 1), FS.readFile(path)]));
        } finally {
            remove(FS, folder);
        }
    },
    destroy({planet: id}) {
        const planet = planets.get(id);
        planets.delete(id);
        if (planet) {
            wasm._tr_planet_destroy(planet.planet);
            wasm._tr_recipe_destroy(planet.recipe);
        }
    },
};

function remove(FS, path) {
    const found = FS.analyzePath(path);
    if (!found.exists)
        return;
    if (!FS.isDir(FS.stat(path).mode))
        return FS.unlink(path);
    FS.readdir(path).filter(name => name !== "." && name !== "..").forEach(name => remove(FS, `${path}/${name}`));
    FS.rmdir(path);
}

// The memory of typed arrays moves to the other side.
function memoriesOf(value) {
    const all = ArrayBuffer.isView(value) ? [value] : value && typeof value === "object" ? Object.values(value).filter(ArrayBuffer.isView) : [];
    return [...new Set(all.map(array => array.buffer).filter(buffer => buffer instanceof ArrayBuffer))];
}

async function answer({id, call: name, ...what}) {
    request = id;
    try {
        const value = await calls[name](what);
        post({id, value}, memoriesOf(value));
    } catch (error) {
        const {kind = "bug", path = ""} = error;
        post({id, error: {kind, message: error.message, path}});
    }
}
