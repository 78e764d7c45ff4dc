// Draws the planet with the shaders of Terrella's renderer. Data that does not depend on the view is in the
// page (web.c): numbers in `planet`, bytes in `data`, texts in `shaders`. Everything that depends on the view
// is computed here as in the named files of src/render.
'use strict';

const $ = id => document.getElementById(id);
const canvas = $('view');
const say = text => { $('note').textContent = text; };

// ---- numbers ---------------------------------------------------------------------------------------

const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
const rad = degrees => degrees * Math.PI / 180;
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const times = (a, s) => a.map(x => x * s);
const add = (a, b) => a.map((x, i) => x + b[i]);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = a => times(a, 1 / Math.hypot(...a));
const bytes = name => Uint8Array.from(atob(data[name]), c => c.charCodeAt(0));
const numbers = (name, Kind) => new Kind(bytes(name).buffer);

// ---- the camera ------------------------------------------------------------------------------------

const tangent = Math.tan(rad(20)); // of half the field of view, across the shorter side
const tilt = rad(planet.tilt_deg), air = planet.air, ringed = planet.ring_edges && data.rings;
const columns = planet.mesh_columns, bounding_radius = data.bounding_radius || 1;
const least = Math.max(air ? 1.13 * air.air_top : 1, 1.3, columns ? 1.15 * bounding_radius : 0); // nearest distance, in radii
let camera, sun; // latitude and longitude below the camera in degrees, and its distance; direction of the sun
                 // in the map's frame

// The distance at which the planet fits (tr_view_fit in placement.c).
function fit(width, height, latitude) {
    const shorter = Math.min(width, height), top = Math.max(air ? air.air_top : 1, bounding_radius);
    const capacity = [0.95 * tangent * width / shorter, 0.9 * tangent * height / shorter];
    let distance = Math.max(3.2, top * Math.sqrt(1 + 1 / tangent ** 2));
    for (let i = 0; i < 64 && ringed; i++) {
        const angle = 2 * Math.PI * i / 64, outer = planet.ring_edges[1], lat = rad(latitude);
        const east = outer * Math.sin(angle), north = -outer * Math.cos(angle) * Math.sin(lat);
        const x = east * Math.cos(tilt) + north * Math.sin(tilt), y = north * Math.cos(tilt) - east * Math.sin(tilt);
        distance = Math.max(distance, Math.max(Math.abs(x) / capacity[0], Math.abs(y) / capacity[1]) + outer * Math.cos(angle) * Math.cos(lat));
    }
    return distance;
}

function first_view() {
    const d = planet.star.direction;
    sun = unit(d);
    const capacity = innerWidth > innerHeight ? 1.13 : 1; // leaves space for the buttons below
    camera = {latitude: 12, longitude: Math.atan2(-d[2], d[0]) * 180 / Math.PI + 40, distance: capacity * fit(innerWidth, innerHeight, 12)};
}

// Axes of the view in the frame of the maps: right, up, towards the viewer (placement.c).
function axes() {
    const lat = rad(camera.latitude), lon = rad(camera.longitude), c = Math.cos(tilt), s = Math.sin(tilt);
    const out = [Math.cos(lat) * Math.cos(lon), Math.sin(lat), -Math.cos(lat) * Math.sin(lon)];
    const east = [-Math.sin(lon), 0, -Math.cos(lon)], north = cross(out, east);
    return [add(times(east, c), times(north, s)), add(times(east, -s), times(north, c)), out];
}
const to_view = (v, m) => v.map(axis => dot(axis, m));
const from_view = (v, p) => add(add(times(v[0], p[0]), times(v[1], p[1])), times(v[2], p[2]));

// ---- WebGL -----------------------------------------------------------------------------------------

let gl, kinds;
const programs = new Map();

function compile(stage, text) {
    const shader = gl.createShader(stage);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    return shader;
}

// Each fragment shader is joined with shadow.frag.
function program(vertex, fragment, defines = '') {
    const key = `${vertex} ${fragment} ${defines}`;
    if (programs.has(key))
        return programs.get(key);
    const lines = defines.split(' ').map(word => word && `#define ${word}\n`).join('');
    const id = gl.createProgram(), stages = [
        compile(gl.VERTEX_SHADER, shaders.preamble + shaders[vertex]),
        compile(gl.FRAGMENT_SHADER, shaders.preamble + lines + shaders[fragment] + shaders['shadow.frag'])];
    stages.forEach(shader => gl.attachShader(id, shader));
    gl.linkProgram(id);
    if (!gl.getProgramParameter(id, gl.LINK_STATUS))
        throw new Error(`${key}: ${stages.map(s => gl.getShaderInfoLog(s)).join('')}${gl.getProgramInfoLog(id)}`);
    const made = {id, uniforms: []};
    gl.useProgram(id);
    let unit = 0;
    for (let i = 0; i < gl.getProgramParameter(id, gl.ACTIVE_UNIFORMS); i++) {
        const info = gl.getActiveUniform(id, i), at = gl.getUniformLocation(id, info.name);
        const uniform = {name: info.name.replace('[0]', ''), at, set: kinds[info.type]};
        if (!uniform.set) {
            uniform.unit = unit++;
            gl.uniform1i(at, uniform.unit);
        }
        made.uniforms.push(uniform);
    }
    programs.set(key, made);
    return made;
}

// Draws without vertex arrays. `values` holds the program's uniforms by name.
function draw(p, values, mode, count, kick = () => gl.drawArrays(mode, 0, count)) {
    gl.useProgram(p.id);
    for (const {name, at, set, unit} of p.uniforms) {
        const value = values[name];
        if (value === undefined)
            throw new Error(`nothing for ${name}`);
        if (unit !== undefined) {
            gl.activeTexture(gl.TEXTURE0 + unit);
            gl.bindTexture(value.target, value.id);
        } else if (set.startsWith('uniformM'))
            gl[set](at, false, value);
        else
            gl[set](at, typeof value === 'number' ? [value] : value);
    }
    kick();
}

function texture(target, smallest, wrap, fill) {
    const id = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(target, id);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    fill(target);
    gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, smallest);
    gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(target, gl.TEXTURE_WRAP_S, wrap);
    gl.texParameteri(target, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return {target, id};
}

// A map with mip levels, from a picture or from bytes.
const map = (fill, wrap = gl.REPEAT) => texture(gl.TEXTURE_2D, gl.LINEAR_MIPMAP_LINEAR, wrap, target => {
    fill(target);
    gl.generateMipmap(target);
});
const of_image = image => target => gl.texImage2D(target, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
const of_texels = (width, height, texels) => target =>
    gl.texImage2D(target, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels);

// A colour map whose mip levels are averaged in linear light, so that lamps and lava on dark ground do not
// fade.
function light_map(image) {
    const light = Float32Array.from({length: 256}, (_, i) => i <= 10 ? i / 255 / 12.92 : ((i / 255 + 0.055) / 1.055) ** 2.4);
    const codes = Uint8Array.from({length: 4096}, (_, i) => Math.round(255 * (i < 13 ? 12.92 * i / 4095 : 1.055 * (i / 4095) ** (1 / 2.4) - 0.055)));
    let {width, height, texels} = pixels(image);
    return texture(gl.TEXTURE_2D, gl.LINEAR_MIPMAP_LINEAR, gl.REPEAT, target => {
        for (let level = 0; ; level++) {
            gl.texImage2D(target, level, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels);
            if (width === 1 && height === 1)
                return;
            const across = width > 1 ? 4 : 0, down = height > 1 ? 4 * width : 0, w = Math.max(width >> 1, 1), h = Math.max(height >> 1, 1);
            const half = new Uint8Array(4 * w * h);
            for (let i = 0; i < half.length; i++) {
                const at = 4 * (width * (i / (4 * w) | 0) * (down ? 2 : 1) + ((i >> 2) % w) * (across ? 2 : 1)) + (i & 3);
                half[i] = codes[4095 * (light[texels[at]] + light[texels[at + across]] + light[texels[at + down]] + light[texels[at + across + down]]) / 4 + 0.5 | 0];
            }
            texels = half, width = w, height = h;
        }
    });
}
const table = (format, width, height, floats) => texture(gl.TEXTURE_2D, gl.LINEAR, gl.CLAMP_TO_EDGE, target =>
    gl.texImage2D(target, 0, format, width, height, 0, gl.RGB, gl.FLOAT, floats));

// A render target of that size with these formats.
function target(width, height, formats, wrap = gl.CLAMP_TO_EDGE) {
    const made = {width, height, textures: formats.map(format => texture(gl.TEXTURE_2D, gl.LINEAR, wrap, t =>
        gl.texStorage2D(t, 1, format, width, height))), framebuffer: gl.createFramebuffer()};
    gl.bindFramebuffer(gl.FRAMEBUFFER, made.framebuffer);
    made.textures.forEach((t, i) => gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + i, gl.TEXTURE_2D, t.id, 0));
    gl.drawBuffers(made.textures.map((_, i) => gl.COLOR_ATTACHMENT0 + i));
    return made;
}
function drop(made) {
    made.textures.forEach(t => gl.deleteTexture(t.id));
    gl.deleteFramebuffer(made.framebuffer);
    gl.deleteRenderbuffer(made.depth || null);
}
function paint_on(made) {
    gl.bindFramebuffer(gl.FRAMEBUFFER, made ? made.framebuffer : null);
    gl.viewport(0, 0, made ? made.width : canvas.width, made ? made.height : canvas.height);
}

// ---- data of the page ------------------------------------------------------------------------------

const kind_of = name => name === 'height' || name === 'rings' ? 'png' : 'jpeg';
async function picture(name) {
    const image = new Image();
    image.src = `data:image/${kind_of(name)};base64,${data[name]}`;
    await image.decode();
    return image;
}
function pixels(image) {
    const canvas = document.createElement('canvas'), width = canvas.width = image.width, height = canvas.height = image.height;
    const pen = canvas.getContext('2d', {willReadFrequently: true});
    pen.drawImage(image, 0, 0);
    return {width, height, texels: pen.getImageData(0, 0, width, height).data};
}

const maps = {}; // textures by sampler name
let ground = null; // the heights: texture, mean, lowest and highest
let mesh = null, map_rows = 1;

// Specular reflection of the ground (textures.c); without any, no texture is made.
async function load_specular() {
    const {width, height, texels} = pixels(await picture('roughness')), mirrors = bytes('mirrors');
    const metals = data.metal && pixels(await picture('metal')).texels;
    let any = 0;
    for (let i = 0; i < texels.length; i += 4) {
        const rough = texels[i], metal = metals ? metals[i] : 0, mirror = Math.max(mirrors[rough], metal);
        any |= mirror;
        texels[i] = mirror, texels[i + 1] = (mirror * rough + 127) / 255, texels[i + 2] = metal;
    }
    if (any)
        maps.specular_map = map(of_texels(width, height, texels));
}

async function load_clouds() {
    const colour = pixels(await picture('clouds_colour')), alpha = pixels(await picture('clouds_alpha')).texels;
    for (let i = 3; i < alpha.length; i += 4)
        colour.texels[i] = alpha[i - 1];
    maps.clouds_map = map(of_texels(colour.width, colour.height, colour.texels));
}

// Half floats are most precise near 0, so the mean is subtracted.
async function load_heights() {
    const {width, height, texels} = pixels(await picture('height')), heights = new Float32Array(width * height);
    let sum = 0, weights = 0, lowest = 1, highest = 0;
    for (let i = 0; i < heights.length; i++) {
        const h = heights[i] = (256 * texels[4 * i] + texels[4 * i + 1]) / 65535;
        const weight = Math.sin(Math.PI * (Math.floor(i / width) + 0.5) / height);
        sum += weight * h, weights += weight;
        lowest = Math.min(lowest, h), highest = Math.max(highest, h);
    }
    const mean = sum / weights;
    const of_heights = heights.map(h => h - mean);
    ground = {mean, lowest, highest, width, height, texture: map(t =>
        gl.texImage2D(t, 0, gl.R16F, width, height, 0, gl.RED, gl.FLOAT, of_heights))};
}

// Vertex i of row j (planet/mesh.h).
const vertex = (i, j) => j === 0 ? i : columns + (j - 1) * (columns + 1) + i;

function place_vertices(radii) {
    const rows = columns / 2, places = new Float32Array(3 * radii.length);
    for (let j = 0, k = 0; j <= rows; j++)
        for (let i = 0; i < columns + (j > 0 && j < rows); i++, k++) {
            const longitude = 2 * Math.PI * i / columns - Math.PI, south = Math.PI * j / rows, s = Math.sin(south);
            places.set([radii[k] * s * Math.cos(longitude), radii[k] * Math.cos(south), -radii[k] * s * Math.sin(longitude)], 3 * k);
        }
    return places;
}

function join_vertices() {
    const rows = columns / 2, triangles = [];
    for (let j = 0; j < rows; j++)
        for (let i = 0; i < columns; i++) {
            const nw = vertex(i, j), ne = vertex(j === 0 ? i : i + 1, j), sw = vertex(i, j + 1), se = vertex(j + 1 === rows ? i : i + 1, j + 1);
            if (j > 0)
                triangles.push(nw, sw, ne);
            if (j + 1 < rows)
                triangles.push(ne, sw, se);
        }
    return new Uint32Array(triangles);
}

// The mesh's radii as a cube map, for its shadows (mesh_body.c).
function radius_cube(radii) {
    const side = 128, rows = columns / 2;
    const faces = [(s, t) => [1, -t, -s], (s, t) => [-1, -t, s], (s, t) => [s, 1, t], (s, t) => [s, -1, -t], (s, t) => [s, -t, 1], (s, t) => [-s, -t, -1]];
    const at = (i, j) => radii[vertex(j === 0 || j === rows ? Math.min(i, columns - 1) : i, j)];
    return texture(gl.TEXTURE_CUBE_MAP, gl.LINEAR, gl.CLAMP_TO_EDGE, () => faces.forEach((direction, face) => {
        const texels = new Float32Array(side * side);
        for (let k = 0; k < texels.length; k++) {
            const [x, y, z] = direction(2 * (k % side + 0.5) / side - 1, 2 * (Math.floor(k / side) + 0.5) / side - 1);
            const u = (Math.atan2(-z, x) / (2 * Math.PI) + 0.5) * columns, v = Math.atan2(Math.hypot(x, z), y) / Math.PI * rows;
            const i = Math.min(Math.floor(u), columns - 1), j = Math.min(Math.floor(v), rows - 1), a = u - i, b = v - j;
            texels[k] = (at(i, j) * (1 - a) + at(i + 1, j) * a) * (1 - b) + (at(i, j + 1) * (1 - a) + at(i + 1, j + 1) * a) * b;
        }
        gl.texImage2D(gl.TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl.R16F, side, side, 0, gl.RED, gl.FLOAT, texels);
    }));
}

function load_mesh() {
    const codes = numbers('radii', Uint16Array), slants = numbers('slants', Int8Array), rows = columns / 2;
    const radii = Float32Array.from(codes, code => code * bounding_radius / 65535);
    const array = gl.createVertexArray(), triangles = join_vertices();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, place_vertices(radii), gl.STATIC_DRAW);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.enableVertexAttribArray(0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    maps.radius_map = radius_cube(radii);
    maps.slant_map = texture(gl.TEXTURE_2D, gl.LINEAR, gl.REPEAT, t => {
        gl.texImage2D(t, 0, gl.RGB8_SNORM, columns, rows + 1, 0, gl.RGB, gl.BYTE, null);
        for (let j = 0; j <= rows; j++)
            gl.texSubImage2D(t, 0, 0, j, columns, 1, gl.RGB, gl.BYTE, slants.subarray(3 * vertex(0, j), 3 * (vertex(0, j) + columns)));
    });
    mesh = {array, count: triangles.length, sight: null, shade: target(384, 192, [gl.RGBA8], gl.REPEAT), shade_sun: null};
    maps.shade_map = mesh.shade.textures[0];
}

// The noise volume and its slopes (light/grain.c): each has a standard deviation of 1, and four of them fill a
// byte's range.
async function load_grain() {
    const side = 64, {texels} = pixels(await picture('grain')), noise = new Float32Array(side ** 3), volume = new Uint8Array(4 * side ** 3);
    for (let i = 0; i < noise.length; i++) {
        const x = i % side, y = (i >> 6) % side, z = i >> 12;
        volume[4 * i + 3] = texels[4 * (((z >> 3) * side + y) * 8 * side + (z & 7) * side + x)];
        noise[i] = volume[4 * i + 3] - 128;
    }
    for (let axis = 0; axis < 3; axis++) {
        const step = side ** axis, beside = (i, by) => i + (((i / step >> 0) % side + by & side - 1) - (i / step >> 0) % side) * step;
        const slope = noise.map((_, i) => noise[beside(i, 1)] - noise[beside(i, -1)]);
        const deviation = Math.sqrt(slope.reduce((sum, s) => sum + s * s, 0) / slope.length);
        slope.forEach((s, i) => { volume[4 * i + axis] = clamp(128.5 + 127 / 4 * s / deviation, 1, 255); });
    }
    maps.detail_map = texture(gl.TEXTURE_3D, gl.LINEAR, gl.REPEAT, t => {
        gl.texImage3D(t, 0, gl.RGBA8, side, side, side, 0, gl.RGBA, gl.UNSIGNED_BYTE, volume);
        gl.texParameteri(t, gl.TEXTURE_WRAP_R, gl.REPEAT);
    });
    gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_WRAP_T, gl.REPEAT);
}

let stars, air_view;
async function load_sky() {
    const {width, texels} = pixels(await picture('galaxy')), face = 4 * width * width;
    maps.galaxy_map = texture(gl.TEXTURE_CUBE_MAP, gl.LINEAR, gl.CLAMP_TO_EDGE, () => {
        for (let i = 0; i < 6; i++)
            gl.texImage2D(gl.TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, gl.RGBA, width, width, 0, gl.RGBA, gl.UNSIGNED_BYTE,
                texels.subarray(i * face, (i + 1) * face));
    });
    stars = {array: gl.createVertexArray(), count: bytes('stars').length / 12};
    gl.bindVertexArray(stars.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, bytes('stars'), gl.STATIC_DRAW);
    gl.vertexAttribPointer(0, 3, gl.SHORT, true, 12, 0);
    gl.vertexAttribPointer(1, 3, gl.HALF_FLOAT, false, 12, 6);
    gl.enableVertexAttribArray(0);
    gl.enableVertexAttribArray(1);
    gl.bindVertexArray(null);
}

function load_air() {
    const s = air.sizes;
    maps.transmittance_map = table(gl.RGB16F, s[0], s[1], numbers('transmittance', Float32Array));
    maps.many_map = table(gl.RGB16F, s[2], s[3], numbers('many', Float32Array));
    maps.air_ground_map = table(gl.RGB16F, s[4], s[5], numbers('ground', Float32Array));
    air_view = target(64, 128, [gl.RGBA16F, gl.RGBA8]);
    [maps.air_light_map, maps.air_through_map] = air_view.textures;
}

async function load() {
    maps.albedo_map = data.albedo ? light_map(await picture('albedo')) : map(of_texels(1, 1, new Uint8Array([128, 128, 128, 255])));
    map_rows = data.albedo ? (await picture('albedo')).height : 1;
    maps.normal_map = data.normal ? map(of_image(await picture('normal'))) : map(of_texels(1, 1, new Uint8Array([128, 128, 255, 255])));
    if (data.roughness)
        await load_specular();
    if (data.emission)
        maps.emission_map = light_map(await picture('emission'));
    if (data.clouds_colour && data.clouds_alpha)
        await load_clouds();
    if (data.height && !columns && !planet.gas)
        await load_heights();
    if (ringed)
        maps.ring_map = map(of_image(await picture('rings')), gl.CLAMP_TO_EDGE);
    if (columns)
        load_mesh();
    if (air)
        load_air();
    if (data.grain)
        await load_grain();
    await load_sky();
}

// ---- the picture -----------------------------------------------------------------------------------

let hdr = null, view; // shared by all painters: sizes, axes, the sun in view space

// Creates an HDR framebuffer of that size, with glow levels (hdr_buffer.c).
function use_hdr(width, height) {
    if (hdr && hdr.width === width && hdr.height === height)
        return;
    if (hdr)
        [hdr, ...hdr.glow].forEach(drop);
    hdr = target(width, height, [gl.RGBA16F]);
    hdr.glow = [];
    for (let w = Math.ceil(width / 4), h = Math.ceil(height / 4); hdr.glow.length < 6 && w >= 10 && h >= 10; w = Math.ceil(w / 2), h = Math.ceil(h / 2))
        hdr.glow.push(target(w, h, [gl.RGBA16F]));
}

function see(width, height, scale) {
    const shorter = Math.min(width, height), v = axes(), tangents = [tangent * width / shorter, tangent * height / shorter];
    const flat = v.flat(), s = to_view(v, sun), rows = [0, 1, 2].map(i => v.map(axis => axis[i])).flat();
    view = {width, height, scale, axes: v, sun: s, tangents, pixel: 2 * tangent / shorter, distance: camera.distance};
    view.all = { // uniforms by name
        projection: [1 / tangents[0], 1 / tangents[1]], picture_size: [width, height], camera_distance: camera.distance,
        view_from_disc: [1, 0, 0, 0, 1, 0, 0, 0, 1], map_from_disc: flat, view_from_map: rows,
        sun_on_map: sun, sunlight: planet.star.sunlight, centre: [0, 0, -camera.distance], pixel: view.pixel,
        shift: [0, 0]}; // the picture is drawn in one part
    view.detail = see_detail();
}

// A picture exposed for lit ground shows few stars (sky.c).
function dimming() {
    const d = view.distance, radius_px = d > 1 ? 1 / Math.sqrt(d * d - 1) / view.pixel : Infinity;
    const picture_px = 4 * view.tangents[0] * view.tangents[1] / view.pixel ** 2;
    return 1 / (1 + 8 * Math.min(Math.PI * radius_px ** 2 / picture_px, 1) * (0.5 + 0.5 * view.sun[2]));
}

function paint_sky() {
    const c = Math.cos(tilt), s = Math.sin(tilt), spread = height => 0.62 * clamp(height / 1000, 1, 6);
    const view_from_scene = [[1, 0, 0], [0, c, s], [0, -s, c]].map(m => to_view(view.axes, m)).flat();
    const wider = spread(view.height) / (view.scale * spread(view.height / view.scale));
    const values = {...view.all, ...maps, view_from_scene, spread: spread(view.height)};
    gl.disable(gl.BLEND);
    draw(program('layer.vert', 'sky.frag'), {...values, exposure: planet.galaxy_light * dimming()}, gl.TRIANGLES, 3);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    gl.bindVertexArray(stars.array);
    draw(program('star.vert', 'star.frag'), {...values, exposure: dimming() / wider ** 2}, gl.POINTS, stars.count);
    gl.bindVertexArray(null);
}

// Paints a square round the sun (sky.c).
function paint_square(defines, radius, bounding_radius, strength) {
    const [x, y, z] = view.sun, at = [-x / z / view.tangents[0], -y / z / view.tangents[1]];
    const size = [view.pixel / view.tangents[0], view.pixel / view.tangents[1]];
    if (z >= 0 || Math.abs(at[0]) > 1 + bounding_radius * size[0] || Math.abs(at[1]) > 1 + bounding_radius * size[1])
        return;
    gl.blendFunc(gl.ONE, gl.ONE);
    draw(program('sun.vert', 'sun.frag', defines), {middle: at, pixel_size: size, glow_radius: bounding_radius, sun_radius: Math.max(radius, 1),
        sun_strength: strength * Math.min(radius * radius, 1), sunlight: planet.star.light}, gl.TRIANGLE_STRIP, 4);
}

// The visible fraction of the sun's disc (sky.c).
function sun_visible() {
    const a = planet.star.angle, b = Math.asin(Math.min(1 / view.distance, 1)), d = Math.acos(clamp(-view.sun[2], -1, 1));
    if (d >= a + b)
        return 1;
    if (d <= Math.abs(a - b))
        return a <= b ? 0 : 1 - b * b / (a * a);
    const x = (d * d + a * a - b * b) / (2 * d), half = Math.acos(clamp(x / a, -1, 1)), other = Math.acos(clamp((d - x) / b, -1, 1));
    return 1 - (a * a * half + b * b * other - d * Math.sqrt(Math.max(a * a - x * x, 0))) / (Math.PI * a * a);
}

const sun_px = () => planet.star.angle / view.pixel;
const paint_sun = () => paint_square('', sun_px(), Math.min(12 * Math.max(sun_px(), 1), 2 * view.height + sun_px()), 1);
function paint_glare() {
    const visible = sun_visible();
    if (visible > 0)
        paint_square('GLARE', sun_px(), 0.45 * view.height + 2 * sun_px(), visible);
}

// The effect of the air along rays (air.c).
function paint_air() {
    paint_on(air_view);
    gl.disable(gl.BLEND);
    draw(program('layer.vert', 'air_view.frag'), {...view.all, ...maps, ...air, table_size: [64, 128], around: 0,
        sun_height: view.sun[2]}, gl.TRIANGLES, 3);
}

const in_rings = m => [m[0], -m[2], m[1]]; // from the frame of the maps (tr_body_rings)

// Paints one half of the rings: 1 in front of the planet, -1 behind it (ring.c).
function paint_rings(side) {
    const rings_from_view = view.axes.map(in_rings), seen = times(rings_from_view[2], view.distance);
    const slant = Math.abs(seen[2]) / view.distance, round = Math.cos(Math.PI / 256);
    if (slant < 1e-6)
        return;
    const pixel = 2 * view.pixel * view.distance / Math.max(slant, 0.02), towards = in_rings(sun);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    draw(program('ring.vert', 'ring.frag', 'ECLIPSE'), {...view.all, ...maps, ring_edges: planet.ring_edges, side, segments: 256,
        view_from_rings: [0, 1, 2].map(i => rings_from_view.map(axis => axis[i])).flat(), camera: seen, sun: towards,
        shadow_sun: towards, shadow_sun_angle: planet.star.angle, occluders: [0, 0, 0, 1, ...times(towards, -1e4), 1],
        radii: [Math.max(planet.ring_edges[0] * round - pixel, 0), planet.ring_edges[1] / round + pixel]}, gl.TRIANGLE_STRIP, 2 * 257);
}

// Detail finer than the maps, for a near camera (detail.c).
function see_detail() {
    const tiles = map_rows / Math.PI / 8, nearest = view.pixel * Math.max(view.distance - bounding_radius, 0);
    const detail_tiles = [tiles, 6.7 * tiles], words = ['DETAIL', 'FINER'].filter((_, i) => maps.detail_map && 16 * detail_tiles[i] * nearest < 1);
    return {words, detail_waves: 16, detail_tiles};
}

const features = () => view.detail.words.concat(['AIR', 'GLOSS', 'EMISSION', 'CLOUDS', 'HORIZONS', 'RINGED'].filter((_, i) =>
    [air && !columns, maps.specular_map, maps.emission_map, maps.clouds_map && !columns, maps.horizon_map, ringed && !columns][i]));

const light_values = () => ({...view.all, ...maps, terminator: clamp(planet.star.angle, 0.00465, 0.3) + (air && !columns ? 0.02 : 0),
    emission_strength: planet.emission_strength, night_lights: planet.night_lights ? 1 : 0, limb_darkening: planet.limb_darkening,
    cloud_height: planet.cloud_height, cloud_turn: 0, ...view.detail});

// The ground's heights above the sphere, in radii, if visible at the limb (ball.c).
function find_relief(limb_pixel) {
    const [low, high] = times(planet.heights_m, 1 / (1000 * planet.radius_km)), range = high - low;
    if (!ground || range * (ground.highest - ground.lowest) <= 0.7 * limb_pixel)
        return null;
    const zero = planet.sea ? low : -range * ground.mean, lowest = zero + range * ground.lowest, highest = zero + range * ground.highest;
    const stride = 2 * Math.sqrt((highest - lowest) * (2 + highest + lowest)) / 31, span = 1.5 * (highest - lowest);
    const relief_start = Math.min(Math.max(1 + Math.min(lowest, 0) - span, 0.3), 0.75 + Math.max(view.distance - 1.1, 0));
    return {highest, height_map: ground.texture, relief: [zero + range * ground.mean, range, lowest, highest], relief_steps: 32,
        relief_start, relief_whole: Math.min(1 + Math.min(lowest, 0), relief_start + Math.max(span, 0.1)),
        relief_level: Math.max(Math.log2(Math.max(limb_pixel, 0.5 * stride) * ground.height / Math.PI), 0)};
}

// The prominences that rise highest over a star's limb (corona.c).
function find_prominences() {
    const d = view.distance, smooth = (from, to, x) => { const t = clamp((x - from) / (to - from), 0, 1); return t * t * (3 - 2 * t); };
    const pass = ([x, y, z]) => times([x, y], d / Math.hypot(x, y, d - z));
    const found = planet.corona.arches.map(a => {
        const [half_width, height] = a.slice(6), ground = to_view(view.axes, a.slice(0, 3)), along = to_view(view.axes, a.slice(3, 6));
        const foot = pass(ground), top = pass(times(ground, 1 + height)), side = pass(add(ground, times(along, half_width)));
        const right = add(side, times(foot, -1)), up = add(top, times(foot, -1)), area = right[0] * up[1] - right[1] * up[0];
        const strength = smooth(0.15, 0.5, Math.abs(area) / (half_width * height)) * smooth(0.1, 0.6, (Math.hypot(...top) - 1) / height);
        return {strength, foot, inverse: strength > 0 ? [up[1] / area, -up[0] / area, -right[1] / area, right[0] / area] : [0, 0, 0, 0]};
    }).sort((a, b) => b.strength - a.strength).slice(0, 5);
    return {corona_place: planet.corona.place, prominence_axes: found.flatMap(p => p.inverse), prominence_feet: found.flatMap(p => [...p.foot, p.strength])};
}

// Paints the sphere: its disc and the ring round it (ball.c). WebGL has no dual-source blending, so the
// fraction of the background that the air transmits is painted first.
function paint_ball() {
    const d = view.distance, limb_pixel = view.pixel * Math.sqrt(d * d - 1), plane = q => q * d / Math.sqrt((d - q) * (d + q));
    const relief = find_relief(limb_pixel), shared = features();
    const top = Math.min(Math.max(air ? air.air_top : 1, relief ? 1 + relief.highest + 2 * limb_pixel : 1), 0.99 * d);
    const inner = plane(Math.max(Math.min(relief ? relief.relief_start : 1, 1) - 1.5 * limb_pixel, 0));
    const outer = plane(Math.max(top, 1)) / Math.cos(Math.PI / 128), across = Math.hypot(view.sun[0], view.sun[1]);
    const rings_from_view = view.axes.map(in_rings);
    const values = {...light_values(), ...air, ...relief, segments: 128, rings_from_disc: rings_from_view.flat(), sun_on_rings: in_rings(sun),
        sun_angle: planet.star.angle, ring_edges: planet.ring_edges, air_side: across > 0 ? [view.sun[0] / across, view.sun[1] / across] : [1, 0]};
    const part = (words, from, to) => draw(program('body.vert', 'planet.frag', [...words, ...shared].join(' ')),
        {...values, radii: [from, to]}, gl.TRIANGLE_STRIP, 2 * 129);
    const star = !relief && planet.corona && maps.emission_map, edge = relief ? ['EDGE', 'RELIEF'] : star ? ['EDGE', 'CORONA'] : ['EDGE'];
    if (star)
        Object.assign(values, find_prominences());
    gl.disable(gl.BLEND);
    part([], 0, inner);
    gl.enable(gl.BLEND);
    if (air) {
        gl.blendFunc(gl.ZERO, gl.SRC_COLOR);
        part(['BEHIND', ...edge], inner, outer);
        gl.blendFunc(gl.ONE, gl.ONE);
    } else
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    part(edge, inner, outer);
}

// Computes the shadows of hills (horizon.c), once.
function make_horizons() {
    const [low, high] = planet.heights_m, range = (high - low) * planet.slope_exaggeration / (1000 * planet.radius_km);
    if (!ground || range <= 0 || ground.highest <= ground.lowest)
        return;
    const columns = ground.width, levels = Math.log2(columns), framebuffer = gl.createFramebuffer();
    const made = texture(gl.TEXTURE_2D_ARRAY, gl.LINEAR_MIPMAP_LINEAR, gl.REPEAT, t =>
        gl.texStorage3D(t, levels, gl.RGBA8, columns, columns / 2, 4));
    const sea = planet.sea ? Math.max(-low / (high - low), 0) : 0;
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.disable(gl.BLEND);
    for (let level = 0; level < levels; level++)
        for (let layer = 0; layer < 4; layer++) {
            const width = columns >> level;
            gl.framebufferTextureLayer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, made.id, level, layer);
            gl.viewport(0, 0, width, width / 2);
            draw(program('layer.vert', 'horizon.frag'), {height_map: ground.texture, relief: [sea - ground.mean, range, 1024, 0],
                picture_size: [width, width / 2], side: 4 * layer}, gl.TRIANGLES, 3);
        }
    gl.deleteFramebuffer(framebuffer);
    maps.horizon_map = made;
}

// Renders the visible part of the mesh, with four samples a pixel; its own shadows; then the light
// (mesh_body.c).
function sight_mesh() {
    const width = 2 * view.width, height = 2 * view.height, d = view.distance;
    if (!mesh.sight || mesh.sight.width !== width || mesh.sight.height !== height) {
        if (mesh.sight)
            drop(mesh.sight);
        const made = mesh.sight = target(width, height, [gl.getExtension('EXT_color_buffer_float') ? gl.R32F : gl.RGBA16F]);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        gl.bindRenderbuffer(gl.RENDERBUFFER, made.depth = gl.createRenderbuffer());
        gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, width, height);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, made.depth);
        maps.sight_map = made.textures[0];
    }
    paint_on(mesh.sight);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.clearColor(-6e4, 0, 0, 0); // farther than any mesh
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.bindVertexArray(mesh.array);
    draw(program('mesh.vert', 'mesh.frag'), {...view.all, pixel_size: d * view.pixel / 2, depth_range: [Math.max(d - bounding_radius, 0.001), d + bounding_radius]},
        0, 0, () => gl.drawElements(gl.TRIANGLES, mesh.count, gl.UNSIGNED_INT, 0));
    gl.bindVertexArray(null);
    gl.disable(gl.CULL_FACE);
    gl.disable(gl.DEPTH_TEST);
}

function shade_mesh() {
    if (mesh.shade_sun && dot(mesh.shade_sun, sun) > 1 - 1e-12)
        return;
    mesh.shade_sun = sun;
    paint_on(mesh.shade);
    gl.disable(gl.BLEND);
    draw(program('layer.vert', 'mesh_shadow.frag'), {...maps, bounding_radius, sun_on_map: sun, picture_size: [384, 192]}, gl.TRIANGLES, 3);
}

function paint_mesh() {
    const d = view.distance, [x, y] = view.tangents, half = bounding_radius / Math.sqrt(d * d - bounding_radius * bounding_radius) / tangent * Math.min(view.width, view.height) / 2 + 2;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(Math.max(view.width / 2 - half, 0), Math.max(view.height / 2 - half, 0), 2 * half, 2 * half);
    draw(program('layer.vert', 'planet.frag', ['MESH', ...features()].join(' ')), {...light_values(), samples: 4, origin: [0, 0], bounding_radius,
        centre_plane: [2 * x * d / view.width, 2 * y * d / view.height, -x * d, -y * d]}, gl.TRIANGLES, 3);
    gl.disable(gl.SCISSOR_TEST);
}

// Applies glow, exposure and tone curve (hdr_buffer.c).
function develop() {
    const glow = hdr.glow, level = (p, from, to) => {
        paint_on(to);
        draw(p, {layer: from.textures[0], picture_size: [to.width, to.height], texel: [1 / from.width, 1 / from.height],
            exposure: planet.exposure}, gl.TRIANGLES, 3);
    };
    gl.disable(gl.BLEND);
    for (let i = 0; i < glow.length; i++)
        level(program('layer.vert', 'glow.frag', i ? '' : 'BRIGHT'), i ? glow[i - 1] : hdr, glow[i]);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    for (let i = glow.length - 1; i > 0; i--)
        level(program('layer.vert', 'glow.frag', 'WIDEN'), glow[i], glow[i - 1]);
    gl.disable(gl.BLEND);
    paint_on(null);
    draw(program('layer.vert', 'picture.frag'), {layer: hdr.textures[0], glow: (glow[0] || hdr).textures[0], exposure: planet.exposure,
        spread: glow.length ? 0.5 / glow.length : 0, picture_size: [canvas.width, canvas.height], background: [0, 0, 0],
        border: [0, 0], corner: [0, 0], glow_from: [0, 0], glow_grow: [0, 0]}, gl.TRIANGLES, 3);
}

// Paints the whole picture on an HDR framebuffer `scale` times as large.
function paint(scale) {
    const width = Math.max(Math.round(scale * canvas.width), 16), height = Math.max(Math.round(scale * canvas.height), 16);
    use_hdr(width, height);
    see(width, height, scale);
    if (air && !columns)
        paint_air();
    if (mesh) {
        shade_mesh();
        sight_mesh();
    }
    paint_on(hdr);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    paint_sky();
    paint_sun();
    if (ringed && !mesh)
        paint_rings(-1);
    if (mesh)
        paint_mesh();
    else
        paint_ball();
    if (ringed && !mesh)
        paint_rings(1);
    paint_glare();
    develop();
}

// ---- frames ----------------------------------------------------------------------------------------

// While something moves, the resolution adapts to the frame time. At rest one picture is painted at a higher
// resolution than the screen's.
let ready = false, pace = 1, moving = false, asked = false, rest = 0, before = 0, spin = [0, 0];

function sharpest() {
    const most = mesh ? 2.5e6 : 9e6; // pixels of the HDR framebuffer
    return clamp(Math.sqrt(most / (canvas.width * canvas.height)), 0.5, 2);
}
function frame(now) {
    asked = false;
    const gap = now - before;
    before = now;
    if (moving && gap < 1000) {
        pace = gap > 45 ? Math.max(pace - 0.125, 0.375) : gap < 21 ? Math.min(pace + 0.0625, 1) : pace;
        glide();
    }
    paint(moving ? Math.floor(pace * 8) / 8 : sharpest());
    show_sun();
    document.documentElement.dataset.painted = Number(document.documentElement.dataset.painted || 0) + 1;
    if (moving && Math.hypot(...spin) > 0.02)
        ask();
}
function ask() {
    if (!asked && ready && !canvas.hidden) {
        asked = true;
        requestAnimationFrame(frame);
    }
}
// Call when something has changed.
function move() {
    moving = true;
    ask();
    clearTimeout(rest);
    rest = setTimeout(settle, 180);
}
function settle() {
    if (Math.hypot(...spin) > 0.02) { // it keeps rotating
        rest = setTimeout(settle, 180);
        return;
    }
    moving = false;
    ask();
}
function fit_canvas() {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    canvas.width = Math.max(Math.round(canvas.clientWidth * ratio), 16);
    canvas.height = Math.max(Math.round(canvas.clientHeight * ratio), 16);
}

// ---- input -----------------------------------------------------------------------------------------

const pointers = new Map();
let held = false; // a finger is down

// Rotates the camera by a drag in pixels, along the tilted axis.
function turn(x, y) {
    const per_pixel = 2 * tangent * (camera.distance - Math.min(1, bounding_radius)) / Math.min(canvas.clientWidth, canvas.clientHeight) * 180 / Math.PI;
    const c = Math.cos(tilt), s = Math.sin(tilt), step = Math.min(per_pixel, 0.6);
    camera.longitude -= (x * c + y * s) * step / Math.max(Math.cos(rad(camera.latitude)), 0.3);
    camera.latitude = clamp(camera.latitude + (y * c - x * s) * step, -89, 89);
}
function glide() {
    if (held || Math.hypot(...spin) < 0.02)
        return;
    turn(...spin);
    spin = times(spin, 0.94);
}
function zoom(factor) {
    camera.distance = clamp(1 + (camera.distance - 1) * factor, least, 4 * fit(innerWidth, innerHeight, 12));
}

// The sun's place on the knob: behind the viewer in the middle, behind the planet at the edge.
const knob = $('sun');
function sun_place() {
    const s = to_view(axes(), sun), angle = Math.acos(clamp(s[2], -1, 1)), across = Math.hypot(s[0], s[1]) || 1;
    return [s[0] / across * angle / Math.PI, s[1] / across * angle / Math.PI];
}
function put_sun([x, y]) {
    const away = Math.hypot(x, y) || 1e-9, angle = Math.PI * Math.min(away, 0.999);
    sun = unit(from_view(axes(), [x / away * Math.sin(angle), y / away * Math.sin(angle), Math.cos(angle)]));
}
function show_sun() {
    const [x, y] = sun_place(), dot = knob.firstElementChild;
    dot.style.transform = `translate(${24 * x}px, ${-24 * y}px)`;
    dot.classList.toggle('behind', Math.hypot(x, y) > 0.5);
}
knob.addEventListener('pointerdown', event => knob.setPointerCapture(event.pointerId));
knob.addEventListener('pointermove', event => {
    if (!knob.hasPointerCapture(event.pointerId))
        return;
    const box = knob.getBoundingClientRect();
    put_sun([(event.clientX - box.left - 32) / 24, -(event.clientY - box.top - 32) / 24]);
    move();
});

// A flat map moves like an image.
let image = {x: 0, y: 0, scale: 1};
function lay_sheet() {
    const shown = $('flat').firstElementChild;
    if (shown)
        shown.style.transform = `scale(${image.scale}) translate(-50%, -50%) translate(${image.x}px, ${image.y}px)`;
}
function zoom_by(factor) {
    if (canvas.hidden) {
        image.scale = clamp(image.scale / factor, 1, 16);
        lay_sheet();
    } else {
        zoom(factor);
        move();
    }
}
function drag(x, y, of_sun) {
    if (canvas.hidden) {
        image.x += x / image.scale, image.y += y / image.scale;
        lay_sheet();
    } else {
        if (of_sun) {
            const [a, b] = sun_place();
            put_sun([a + x / 300, b - y / 300]);
        } else {
            turn(x, y);
            spin = [0.6 * x + 0.4 * spin[0], 0.6 * y + 0.4 * spin[1]];
        }
        move();
    }
}

for (const place of [canvas, $('flat')]) {
    place.addEventListener('pointerdown', event => {
        place.setPointerCapture(event.pointerId);
        pointers.set(event.pointerId, [event.clientX, event.clientY]);
        held = true, spin = [0, 0];
    });
    place.addEventListener('pointermove', event => {
        const last = pointers.get(event.pointerId);
        if (!last)
            return;
        const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at), now = [event.clientX, event.clientY];
        pointers.set(event.pointerId, now);
        if (others.length) {
            const gap = at => Math.hypot(at[0] - others[0][0], at[1] - others[0][1]);
            zoom_by(Math.max(gap(last), 1) / Math.max(gap(now), 1));
        }
        drag((now[0] - last[0]) / (others.length + 1), (now[1] - last[1]) / (others.length + 1), event.shiftKey || event.buttons & 2);
        if (others.length)
            spin = [0, 0];
    });
    for (const end of ['pointerup', 'pointercancel'])
        place.addEventListener(end, event => {
            pointers.delete(event.pointerId);
            held = pointers.size > 0;
            if (performance.now() - before > 90) // the pointer rested before it was released
                spin = [0, 0];
            if (!canvas.hidden)
                move();
        });
    place.addEventListener('wheel', event => {
        event.preventDefault();
        zoom_by(Math.exp(clamp(event.deltaY * (event.deltaMode ? 30 : 1), -200, 200) * 0.0015));
    }, {passive: false});
    place.addEventListener('contextmenu', event => event.preventDefault());
}

addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === $('text'))
        return;
    const step = 24, ways = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step]};
    const of_sun = event.shiftKey || document.activeElement === knob, way = ways[event.key];
    if (way)
        drag(of_sun || canvas.hidden ? way[0] : -way[0], of_sun || canvas.hidden ? way[1] : -way[1], of_sun);
    else if (event.key === '+' || event.key === '=')
        zoom_by(0.85);
    else if (event.key === '-')
        zoom_by(1 / 0.85);
    else if (event.key === 'Home')
        first_view(), move();
    else if (event.key === 'Escape')
        choose('planet');
    else
        return;
    spin = [0, 0];
    event.preventDefault();
});

// ---- views and the recipe --------------------------------------------------------------------------

const flat_maps = [['albedo', 'Colour'], ['height', 'Height'], ['normal', 'Normals'], ['roughness', 'Rough'], ['emission', 'Glow'], ['clouds_alpha', 'Clouds']]
    .filter(([name]) => data[name]);

// A picture of a map for display, with heights in grey.
async function flat_picture(name) {
    const image = await picture(name);
    if (name !== 'height')
        return image;
    const shown = document.createElement('canvas'), {width, height, texels} = pixels(image);
    shown.width = width, shown.height = height;
    let low = 255, high = 0;
    for (let i = 0; i < texels.length; i += 4)
        low = Math.min(low, texels[i]), high = Math.max(high, texels[i]);
    for (let i = 0; i < texels.length; i += 4)
        texels[i] = texels[i + 1] = texels[i + 2] = 255 * (texels[i] + texels[i + 1] / 256 - low) / Math.max(high + 1 - low, 1);
    shown.getContext('2d').putImageData(new ImageData(texels, width, height), 0, 0);
    return shown;
}

async function choose(name) {
    for (const button of $('maps').children)
        button.setAttribute('aria-pressed', button.dataset.name === name);
    $('text').hidden = true;
    const flat = name !== 'planet';
    if (flat) {
        $('flat').replaceChildren(await flat_picture(name));
        image = {x: 0, y: 0, scale: 1};
        lay_sheet();
    }
    $('flat').hidden = !flat;
    canvas.hidden = flat;
    $('sun').hidden = flat || !gl || planet.limb_darkening > 0; // a star has no sun
    $('note').hidden = flat;
    if (!flat && gl)
        move();
}

function add_buttons() {
    for (const [name, label] of [['planet', 'Planet'], ...flat_maps]) {
        const button = document.createElement('button');
        button.textContent = label;
        button.dataset.name = name;
        button.onclick = () => choose(name);
        $('maps').append(button);
    }
    const type = planet.name.startsWith(planet.type) ? '' : `${planet.type} · `, km = Math.round(planet.radius_km);
    $('facts').textContent = `${type}${km.toLocaleString('en')} km radius`;
}

$('copy').onclick = async () => {
    const recipe = JSON.stringify(JSON.parse($('recipe').textContent), null, 1), text = $('text');
    try {
        await navigator.clipboard.writeText(recipe);
        $('copy').textContent = 'Copied';
        setTimeout(() => { $('copy').textContent = 'Copy recipe'; }, 1600);
    } catch {
        text.hidden = !text.hidden;
        text.value = recipe;
        text.select();
    }
};

// ---- start -----------------------------------------------------------------------------------------

// Reads FILE.html#LAT,LON,DISTANCE,X,Y,Z: another first view, with the sun as in `terrella render --sun`;
// `,bare` hides everything but the picture.
function read_hash() {
    const words = location.hash.slice(1).split(','), wanted = words.map(Number);
    document.body.classList.toggle('bare', words.includes('bare'));
    if (wanted.slice(0, 3).every(Number.isFinite) && words.length >= 3)
        camera = {latitude: clamp(wanted[0], -89.9, 89.9), longitude: wanted[1], distance: Math.max(wanted[2], least)};
    if (wanted.slice(3, 6).every(Number.isFinite) && words.length >= 6)
        sun = unit(from_view(axes(), wanted.slice(3, 6)));
}

function start_gl() {
    gl = canvas.getContext('webgl2', {alpha: false, antialias: false, depth: false, powerPreference: 'high-performance'});
    if (!gl)
        return 'This page paints its planet with WebGL 2, which this browser does not have, or has turned off. The buttons below show its maps.';
    if (!gl.getExtension('EXT_color_buffer_float') && !gl.getExtension('EXT_color_buffer_half_float')) {
        gl = null;
        return 'This page paints with half floats, which this browser’s WebGL 2 cannot. The buttons below show the planet’s maps.';
    }
    gl.getExtension('OES_texture_float_linear');
    kinds = {[gl.FLOAT]: 'uniform1fv', [gl.FLOAT_VEC2]: 'uniform2fv', [gl.FLOAT_VEC3]: 'uniform3fv', [gl.FLOAT_VEC4]: 'uniform4fv',
        [gl.INT]: 'uniform1iv', [gl.INT_VEC2]: 'uniform2iv', [gl.BOOL]: 'uniform1iv', [gl.FLOAT_MAT3]: 'uniformMatrix3fv'};
    return '';
}

async function begin() {
    first_view();
    read_hash();
    add_buttons();
    const missing = start_gl();
    say(missing);
    choose('planet');
    if (missing)
        return;
    canvas.addEventListener('webglcontextlost', event => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => location.reload());
    addEventListener('resize', () => { fit_canvas(); move(); });
    addEventListener('hashchange', () => { first_view(); read_hash(); move(); });
    fit_canvas();
    try {
        await load();
        paint(1);
        make_horizons();
    } catch (error) {
        gl = null;
        $('sun').hidden = true;
        say(`This browser’s WebGL cannot paint the planet. ${error.message}`);
        return;
    }
    ready = true, moving = false;
    ask();
    document.documentElement.dataset.ready = '1';
}
begin();
