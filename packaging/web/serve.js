// node serve.js FOLDER [PORT]: serves a folder on this machine alone, with the headers that threads need. Without PORT, or
// if it is in use, it takes a free one. Prints the address.
const fs = require('fs'), http = require('http'), path = require('path');
const [folder, port = 0] = process.argv.slice(2);
const types = {'.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.wasm': 'application/wasm', '.png': 'image/png',
    '.webmanifest': 'application/manifest+json'};

const server = http.createServer((request, reply) => {
    let name = '';
    try {
        name = path.normalize(decodeURIComponent(new URL(request.url, 'http://here').pathname));
    } catch { // no address
    }
    const file = path.join(folder, name.endsWith('/') ? name + 'index.html' : name);
    fs.readFile(file, (error, bytes) => {
        reply.writeHead(error ? 404 : 200, {
            'Content-Type': types[path.extname(file)] || 'text/plain',
            'Cache-Control': 'no-cache',
            'Cross-Origin-Opener-Policy': 'same-origin',
            'Cross-Origin-Embedder-Policy': 'require-corp',
        });
        reply.end(error ? 'There is no such file.' : bytes);
    });
});
server.on('error', error => {
    if (error.code !== 'EADDRINUSE')
        throw error;
    server.listen(0, '127.0.0.1');
});
server.on('listening', () => console.log(`http://127.0.0.1:${server.address().port}/`));
server.listen(port, '127.0.0.1');
