// node glow.cjs REFLECTED.png GLOW.png LEAST MOST: exits with 0 if the second picture is LEAST … MOST times as
// bright as the first, in linear light.
const fs = require('fs');
const {PNG} = require('pngjs');

function light(path) {
    const {data} = PNG.sync.read(fs.readFileSync(path));
    let sum = 0;
    for (let i = 0; i < data.length; i++) {
        const c = data[i] / 255;
        sum += i % 4 === 3 ? 0 : c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    }
    return sum;
}

const [reflected, glow] = process.argv.slice(2, 4).map(light), [least, most] = process.argv.slice(4, 6).map(Number);
console.log(`${process.argv[3]}: ${(glow / reflected).toFixed(4)} times the light of ${process.argv[2]}`);
process.exit(glow / reflected >= least && glow / reflected <= most ? 0 : 1);
