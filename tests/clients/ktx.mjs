// node ktx.mjs FOLDER WORLD: exits with 0 if the texels of KTX2 files are those of PNG files.
import {createRequire} from 'module';
import fs from 'fs';
import zlib from 'zlib';

const [folder, world] = process.argv.slice(2);
const require = createRequire(`${folder}/`);
const {PNG} = require('pngjs');
const {read} = await import(`${folder}/node_modules/ktx-parse/dist/ktx-parse.modern.js`);
let wrong = 0;
const check = (good, ...what) => { if (!good) { console.log(world, ...what); wrong++; } };
const formats = {albedo: 43, normal: 37, orm: 37, height: 70}; // VK_FORMAT_R8G8B8A8_SRGB, …_UNORM, R16_UNORM

// Texels of a PNG in the layout of the KTX2 file: RGBA, or 16 bits.
function texels(path, height) {
    const png = PNG.sync.read(fs.readFileSync(path), {skipRescale: true});
    if (!height)
        return Buffer.from(png.data);
    const out = Buffer.alloc(2 * png.width * png.height);
    for (let i = 0; i < png.width * png.height; i++)
        out.writeUInt16LE(png.data[4 * i], 2 * i);
    return out;
}

for (const kind of ['ktx2', 'zstd', 'cube'])
    for (const part of Object.keys(formats)) {
        const name = `${folder}/textures/${kind}/${world}_${part}.ktx2`, cube = kind === 'cube';
        const file = read(new Uint8Array(fs.readFileSync(name)));
        const width = cube ? 128 : 1024, height = cube ? 128 : 512;
        check(file.vkFormat === formats[part], name, 'format', file.vkFormat);
        check(file.pixelWidth === width && file.pixelHeight === height && file.faceCount === (cube ? 6 : 1), name, 'size');
        check(file.levels.length === Math.log2(width) + 1, name, file.levels.length, 'levels');
        check(file.keyValue.KTXwriter?.startsWith('Terrella'), name, 'writer', file.keyValue.KTXwriter);
        check(JSON.parse(new TextDecoder().decode(file.keyValue.terrella).replace(/\0$/, '')).type === world, name, 'recipe');
        check((file.supercompressionScheme === 2) === (kind === 'zstd'), name, 'scheme');
        let data = Buffer.from(file.levels[0].levelData);
        if (kind === 'zstd') {
            if (!zlib.zstdDecompressSync)
                continue; // this version of node has no Zstandard; only sizes are checked
            data = zlib.zstdDecompressSync(data);
        }
        const suffixes = cube ? ['_px', '_nx', '_py', '_ny', '_pz', '_nz'] : [''];
        const pngs = suffixes.map(s => texels(`${folder}/textures/${cube ? 'faces' : 'plain'}/${world}_${part}${s}.png`, part === 'height'));
        check(Buffer.concat(pngs).equals(data), name, 'has other texels');
        const last = file.levels.at(-1);
        check(kind === 'zstd' || last.levelData.length === (part === 'height' ? 2 : 4) * file.faceCount, name, 'last level');
    }
process.exit(wrong ? 1 : 0);
