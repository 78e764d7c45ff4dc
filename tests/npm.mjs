// Run by npm.sh, beside node_modules/terrella, native/TYPE with sets of the native program, relief.png and other.png.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { load, TerrellaError } from 'terrella';

const failing = (promise, kind, words) => assert.rejects(promise, error =>
    error instanceof TerrellaError && error.kind === kind && error.message.includes(words) || assert.fail(`${error.kind}: ${error.message}`));

function same(files, folder) {
    assert.deepEqual(Object.keys(files).sort(), fs.readdirSync(folder).sort());
    for (const [name, bytes] of Object.entries(files)) {
        // A day's length is a scene's, and a recipe has none.
        const native = fs.readFileSync(`${folder}/${name}`), plain = name.endsWith('manifest.json') ? native.toString().replace(/^ *"day_h": .*\n/m, '') : native;
        assert.ok(Buffer.from(plain).equals(bytes), `${folder}/${name} has other bytes`);
    }
}

for (const threads of [1, 3]) {
    const terrella = await load({threads});
    assert.equal(terrella.threads, threads);
    for (const type of process.argv.slice(2)) {
        assert.ok(terrella.types.includes(type));
        const planet = await terrella.planet({type, seed: 7});
        same(await planet.export({width: 64}), `native/${type}`);
        await planet.destroy();
        await failing(planet.bake('albedo', {width: 64}), 'usage', 'destroyed');
    }

    const earth = await terrella.planet({type: 'earthlike', seed: 7n});
    same(await earth.export({target: 'godot', width: 128}), 'native/godot');
    assert.equal(earth.facts.type, 'earthlike');
    assert.equal(earth.facts.seed, 7);
    assert.equal(earth.facts.sea, true);
    assert.equal(earth.facts.rings, null);
    const knob = earth.knobs.find(knob => knob.name === 'ocean');
    assert.ok(knob.value >= 0 && knob.value <= 1 && knob.label === 'Ocean' && knob.what.length > 5);

    // Maps, and a part of them.
    const reports = [];
    const whole = await earth.bake(['albedo', 'height'], {width: 128, progress: done => reports.push(done)});
    assert.deepEqual([whole.columns, whole.rows, whole.albedo.length, whole.height.length], [128, 64, 3 * 128 * 64, 128 * 64]);
    assert.ok(reports.length > 0 && reports.every(done => done >= 0 && done <= 1), `progress ${reports}`);
    const part = await earth.bake('albedo', {width: 128, rect: [32, 16, 8, 4]});
    for (let y = 0; y < 4; y++)
        assert.deepEqual(part.albedo.slice(24 * y, 24 * y + 24), whole.albedo.slice(3 * (128 * (16 + y) + 32), 3 * (128 * (16 + y) + 40)));
    const face = await earth.bake(['albedo', 'normal'], {projection: 'cube', face: 2, width: 32});
    assert.equal(face.normal.length, 3 * 32 * 32);

    // Heights are those of the map: between the lowest and the highest neighbour.
    const texel = (x, y) => earth.facts.lowest + whole.height[128 * y + x] * (earth.facts.highest - earth.facts.lowest) / 65535;
    const at = (x, y) => {
        const lon = 2 * Math.PI * ((x + 0.5) / 128 - 0.5), lat = Math.PI * (0.5 - (y + 0.5) / 64);
        return [Math.cos(lat) * Math.cos(lon), Math.sin(lat), -Math.cos(lat) * Math.sin(lon)];
    };
    const heights = await earth.heights([...at(40, 20), ...at(90, 41)], {texel: 2 * Math.PI / 128});
    assert.ok(Math.abs(heights[0] - texel(40, 20)) < 60 && Math.abs(heights[1] - texel(90, 41)) < 60, `${heights} for ${texel(40, 20)}, ${texel(90, 41)}`);

    // Changes, and mistakes that change nothing.
    const before = earth.json;
    await failing(earth.set({ocean: 0.9, oceann: 1}), 'usage', 'ocean');
    await failing(earth.set({}, {images: {height: new Uint8Array(100)}}), 'input', 'height');
    await failing(earth.set({}, {imagess: {}}), 'usage', 'there is no option imagess');
    await failing(earth.bake('snow'), 'usage', 'no map snow');
    await failing(earth.bake('albedo', {width: 65}), 'usage', '65');
    await failing(earth.bake('albedo', {width: 128, rect: [120, 0, 16, 16]}), 'usage', '');
    await failing(earth.rings(), 'usage', 'ring');
    await failing(earth.export({target: 'gamemaker3'}), 'usage', 'gamemaker3');
    await failing(terrella.planet('earthlik'), 'usage', 'earthlike');
    await failing(terrella.planet({type: 'inferno', seed: -1}), 'usage', 'seed');
    await failing(terrella.planet({json: '{"type": "inferno",'}), 'input', '');
    assert.equal(earth.json, before);
    assert.deepEqual((await earth.bake('albedo', {width: 128})).albedo, whole.albedo);
    await earth.set({ocean: 0.1});
    assert.notDeepEqual((await earth.bake('albedo', {width: 128})).albedo, whole.albedo);
    const twin = await terrella.planet({json: earth.json});
    assert.deepEqual((await twin.bake('albedo', {width: 128})).albedo, (await earth.bake('albedo', {width: 128})).albedo);

    // Own maps, which an update may replace.
    const relief = fs.readFileSync('relief.png');
    await twin.set({}, {images: {height: {bytes: relief, range_m: [-3000, 5000]}}});
    const own = (await twin.bake('height', {width: 128})).height;
    const other = fs.readFileSync('other.png');
    await twin.set({}, {images: {height: other.buffer.slice(other.byteOffset, other.byteOffset + other.length)}});
    assert.notDeepEqual((await twin.bake('height', {width: 128})).height, own);

    // A stop, which rejects at once and stops nothing else; and rings.
    const stop = new AbortController(), long = earth.bake('albedo', {width: threads > 1 ? 4096 : 1024, signal: stop.signal});
    const waiting = earth.bake('albedo', {width: 128, signal: stop.signal}), next = earth.bake('albedo', {width: 64});
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await assert.rejects(long, /enough/);
    await assert.rejects(waiting, /enough/);
    assert.equal((await next).albedo.length, 3 * 64 * 32);
    await assert.rejects(earth.bake('albedo', {signal: AbortSignal.abort()}), {name: 'AbortError'});
    const giant = await terrella.planet({type: 'gas-giant', seed: 3, set: {'rings.opacity': 0.8}});
    assert.ok(giant.facts.rings.inner < giant.facts.rings.outer);
    assert.equal((await giant.rings(100)).length, 400);

    const last = giant.bake('albedo', {width: 4096});
    terrella.close();
    await failing(last, 'bug', 'closed');
}
