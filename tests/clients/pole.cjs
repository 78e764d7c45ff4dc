// node pole.cjs LATITUDE DISTANCE PICTURE.png …: for pictures of a planet from above a northern latitude,
// longitude 0, prints the ratio of the gradients across the meridians to those along them, within 4 degrees of
// the pole. An equirectangular map on a sphere smears there along the meridians. A good picture has about 1.
const fs = require('fs');
const {PNG} = require('pngjs');

const [latitude, distance] = process.argv.slice(2, 4).map(Number), FIELD_OF_VIEW = 40, AROUND = 4;
const radians = Math.PI / 180, slope = Math.tan(FIELD_OF_VIEW / 2 * radians);
const eye = [distance * Math.cos(latitude * radians), distance * Math.sin(latitude * radians), 0];
const up = [-Math.sin(latitude * radians), Math.cos(latitude * radians), 0], right = [0, 0, -1];

function pixelOf(point, size) {
    const away = point.map((x, k) => x - eye[k]), dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const depth = -dot(away, eye) / distance;
    return [dot(away, right) / depth / slope, -dot(away, up) / depth / slope].map(x => (x + 1) / 2 * size - 0.5);
}

const place = (polar, longitude) =>
    [Math.sin(polar) * Math.cos(longitude), Math.cos(polar), -Math.sin(polar) * Math.sin(longitude)];

function ratio(path) {
    const picture = PNG.sync.read(fs.readFileSync(path)), size = picture.width;
    const light = (x, y) => [0, 1, 2].reduce((sum, k) => sum + picture.data[4 * (y * size + x) + k], 0);
    const at = ([x, y]) => {
        const i = Math.floor(x), j = Math.floor(y), u = x - i, v = y - j;
        return (light(i, j) * (1 - u) + light(i + 1, j) * u) * (1 - v) + (light(i, j + 1) * (1 - u) + light(i + 1, j + 1) * u) * v;
    };
    const pole = pixelOf(place(0, 0), size), near = pixelOf(place(0.01, 1), size);
    const step = 0.01 / Math.hypot(near[0] - pole[0], near[1] - pole[1]); // about one pixel
    let across = 0, along = 0;
    for (let polar = 3 * step; polar < AROUND * radians; polar += step)
        for (let turn = 0; turn < 2 * Math.PI; turn += step / Math.sin(polar)) {
            const here = at(pixelOf(place(polar, turn), size));
            across += Math.abs(at(pixelOf(place(polar, turn + step / Math.sin(polar)), size)) - here);
            along += Math.abs(at(pixelOf(place(polar + step, turn), size)) - here);
        }
    return across / along;
}

const [ours, ...theirs] = process.argv.slice(4).map(path => [path, ratio(path)]);
console.log(`${ours[0]}: ${ours[1].toFixed(3)} times as much across the meridians as along them`);
for (const [path, there] of theirs) {
    console.log(`${path}: ${there.toFixed(3)}, ${(there / ours[1]).toFixed(3)} times ours`);
    if (!(there / ours[1] < 1.25 && ours[1] / there < 1.25))
        process.exitCode = 1;
}
