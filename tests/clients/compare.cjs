// node compare.cjs OURS.png THEIRS.png BESIDE.png DISTANCE LEAST MARGIN: whether the luminances of two pictures
// of a planet correlate, with the camera at DISTANCE radii: by more than LEAST, and by MARGIN more than those
// of one picture and the mirror image of the other. Writes both next to each other.
const fs = require('fs');
const {PNG} = require('pngjs');

const [ours, theirs] = process.argv.slice(2, 4).map(path => PNG.sync.read(fs.readFileSync(path)));
const distance = Number(process.argv[5]), FIELD_OF_VIEW = 40;
const [least, margin] = process.argv.slice(6, 8).map(Number);
const {width, height} = ours;
if (theirs.width !== width || theirs.height !== height)
    throw new Error(`${theirs.width} x ${theirs.height} pixels, not ${width} x ${height}`);

function luminance(picture, x, y) {
    const at = 4 * (y * width + x), [r, g, b] = picture.data.subarray(at, at + 3);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// Only pixels of the sphere: black sky correlates with any black sky, and each program lights rings
// differently.
const tangent = 1 / Math.sqrt(distance * distance - 1) / Math.tan(FIELD_OF_VIEW / 2 * Math.PI / 180);
const radius = 0.95 * tangent * height / 2;

function correlation(mirrored) {
    let n = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
            if (Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2) > radius)
                continue;
            const p = luminance(ours, x, y);
            const q = luminance(theirs, mirrored ? width - 1 - x : x, y);
            n++, a += p, b += q, aa += p * p, bb += q * q, ab += p * q;
        }
    return (n * ab - a * b) / Math.sqrt((n * aa - a * a) * (n * bb - b * b));
}

const beside = new PNG({width: 2 * width, height});
PNG.bitblt(ours, beside, 0, 0, width, height, 0, 0);
PNG.bitblt(theirs, beside, 0, 0, width, height, width, 0);
fs.writeFileSync(process.argv[4], PNG.sync.write(beside));

const right = correlation(false), mirrored = correlation(true);
console.log(`${process.argv[4]}: correlation ${right.toFixed(3)}, mirrored ${mirrored.toFixed(3)}`);
process.exit(right > least && right > mirrored + margin ? 0 : 1);
