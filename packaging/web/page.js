// The page around the program: it says what is missing, starts the program, and does what C cannot do.
const note = document.getElementById('note'), canvas = document.getElementById('canvas');
const home = '/home/web_user', documents = home + '/Documents', exports = '/exports';
const pause = () => new Promise(done => setTimeout(done));

// ---- files ---------------------------------------------------------------------------------------

// All files at a path or below it, as {name, bytes}, with names relative to the folder.
function filesAt(path, name = path.split('/').pop()) {
    if (!FS.isDir(FS.stat(path).mode))
        return [{name, bytes: FS.readFile(path)}];
    const inner = FS.readdir(path).filter(entry => entry != '.' && entry != '..');
    return inner.flatMap(entry => filesAt(`${path}/${entry}`, name ? `${name}/${entry}` : entry));
}

// Removes a file, or what is in a folder.
function removeAt(path) {
    if (!FS.isDir(FS.stat(path).mode))
        return FS.unlink(path);
    for (const entry of FS.readdir(path).filter(entry => entry != '.' && entry != '..')) {
        removeAt(`${path}/${entry}`);
        if (FS.analyzePath(`${path}/${entry}`).exists) // a folder, now empty
            FS.rmdir(`${path}/${entry}`);
    }
}

const crcs = Int32Array.from({length: 256}, (_, code) => {
    for (let bit = 0; bit < 8; bit++)
        code = code & 1 ? 0xedb88320 ^ code >>> 1 : code >>> 1;
    return code;
});

function crcOf(bytes) {
    let crc = -1;
    for (let i = 0; i < bytes.length; i++)
        crc = crcs[(crc ^ bytes[i]) & 255] ^ crc >>> 8;
    return ~crc;
}

// A ZIP without compression, which pictures have already. Names are UTF-8 (bit 11). APPNOTE.TXT 6.3.3, 4.3.
async function zip(files) {
    const parts = [], list = [], numbers = (...pairs) => {
        const view = new DataView(new ArrayBuffer(pairs.reduce((sum, [bytes]) => sum + bytes, 0)));
        pairs.reduce((at, [bytes, value]) => {
            bytes == 2 ? view.setUint16(at, value, true) : view.setUint32(at, value, true);
            return at + bytes;
        }, 0);
        return view;
    };
    let offset = 0, listed = 0;
    if (files.length > 65535 || files.reduce((sum, {bytes}) => sum + bytes.length, 0) > 4e9)
        throw Error('A ZIP holds at most 65,535 files and 4 GB. Please export a smaller size.');
    for (const {name, bytes} of files) {
        const letters = new TextEncoder().encode(name), size = bytes.length;
        const about = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crcOf(bytes)], [4, size], [4, size], [2, letters.length], [2, 0]];
        parts.push(numbers([4, 0x04034b50], ...about), letters, bytes);
        list.push(numbers([4, 0x02014b50], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), letters);
        offset += 30 + letters.length + size;
        listed += 46 + letters.length;
        await pause();
    }
    const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, listed], [4, offset], [2, 0]);
    return new Blob([...parts, ...list, end], {type: 'application/zip'});
}

// What the names of files begin with: that of their set.
function commonName(files) {
    let name = files[0].name;
    for (const file of files)
        while (!file.name.startsWith(name))
            name = name.slice(0, -1);
    return name.replace(/[/_.-]+$/, '') || 'terrella';
}

// Makes a download of a file, or of all files in a folder.
async function give(path, keeps) {
    const files = filesAt(path, FS.isDir(FS.stat(path).mode) ? '' : undefined);
    if (!keeps)
        removeAt(path);
    if (files.length == 0)
        return;
    const link = document.createElement('a');
    link.download = files.length == 1 ? files[0].name : commonName(files) + '.zip';
    link.href = URL.createObjectURL(files.length == 1 ? new Blob([files[0].bytes]) : await zip(files));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// A file of the reader becomes one of the program, which opens it.
async function take(file) {
    const path = `${documents}/${file.name.replace(/[/\\]/g, '_')}`;
    FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
    return path;
}

const input = Object.assign(document.createElement('input'), {type: 'file'});
let chosen; // the answer; undefined: none yet
input.addEventListener('change', async () => chosen = input.files[0] ? await take(input.files[0]) : '');
input.addEventListener('cancel', () => chosen = '');

let keeping = Promise.resolve();

// ---- the program ---------------------------------------------------------------------------------

// What the program is told, and what it calls.
var Module = {
    canvas,
    arguments: ['-o', exports],
    preRun: [() => {
        FS.mkdir(exports);
        FS.mount(IDBFS, {}, home);
        addRunDependency('home');
        FS.syncfs(true, error => {
            if (error)
                console.error(error); // a private window may have no database: nothing is kept then
            for (const folder of [documents, home + '/Pictures'])
                if (!FS.analyzePath(folder).exists)
                    FS.mkdir(folder);
            // The address of the last visit stands for all that was kept of it, which has more than the planet.
            const asked = addressed(), kept = FS.analyzePath(home + '/.local').exists;
            if (asked && !(kept && asked == localStorage.address))
                Module.arguments.push(asked);
            removeRunDependency('home');
        });
    }],
    print: text => console.log(text),
    printErr: text => { // stays on the page if it comes before the first frame, or ends the program
        console.error(text);
        note.textContent = text;
    },
    setStatus() {},
    shows: runs => { // with the first frame, and when it ends
        note.hidden = runs;
        canvas.focus();
    },
    copy: text => navigator.clipboard?.writeText(text).catch(() => {}),
    setFull: full => (full ? document.documentElement.requestFullscreen() : document.exitFullscreen()).catch(() => {}),
    setAddress: link => {
        localStorage.address = link;
        history.replaceState(null, '', '#' + link);
    },
    keepState: () => keeping = keeping.then(() => new Promise(done => FS.syncfs(false, error => done(error && console.error(error))))),
    give: (path, keeps) => give(path, keeps).catch(error => alert(`The download failed. ${error.message}`)),
    choose: accept => {
        chosen = undefined;
        input.value = '';
        input.accept = accept;
        input.click();
    },
    takeChosen: (buffer, size) => chosen === undefined ? false : (stringToUTF8(chosen, buffer, size), true),
};

// The share link in the address, which escapes the same letters; "": none.
const addressed = () => location.hash.slice(1);

// open(TEXT): the program opens a file or a share link, as if it was dropped.
const open = text => Module.ccall('tr_page_open', null, ['string'], [text]);
addEventListener('hashchange', () => addressed() && open(addressed()));
addEventListener('dragover', event => event.preventDefault());
addEventListener('drop', async event => {
    event.preventDefault();
    if (event.dataTransfer.files[0])
        open(await take(event.dataTransfer.files[0]));
});
addEventListener('paste', event => {
    event.preventDefault();
    Module.ccall('tr_page_paste', null, ['string'], [event.clipboardData.getData('text')]);
});
canvas.addEventListener('contextmenu', event => event.preventDefault());

async function begin() {
    // Threads need a page that shares nothing with others. Where the server does not say so, a service worker does.
    if (!crossOriginIsolated && isSecureContext && navigator.serviceWorker && !sessionStorage.asked) {
        sessionStorage.asked = 1;
        await navigator.serviceWorker.register('isolate.js');
        await navigator.serviceWorker.ready;
        location.reload();
        return;
    }
    if (!crossOriginIsolated)
        throw Error('This page needs the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: ' +
            'require-corp, and an address that begins with https:// or is on this computer.');
    if (!document.createElement('canvas').getContext('webgl2'))
        throw Error('This browser has no WebGL 2 here, which Terrella draws with. Its settings may turn on hardware ' +
            'acceleration, and other browsers may have it.');
    const script = document.createElement('script');
    script.src = 'terrella.js';
    script.onerror = () => note.textContent = 'terrella.js could not be loaded. Please reload the page.';
    document.body.append(script);
}
begin().catch(error => note.textContent = error.message);
