// The page around the program: it says what is missing, starts the program, and does what C cannot do.
const note = document.getElementById('note'), canvas = document.getElementById('canvas');
const bar = note.querySelector('progress'), words = note.querySelector('span');
const home = '/home/web_user';
const say = text => {
    words.textContent = text;
    bar.hidden = true;
};
const pause = () => new Promise(done => setTimeout(done));

// ---- files ---------------------------------------------------------------------------------------

// What the program hands over: files with their names, in pieces.
let files = [];
const handed = () => [files, files = []][0];

const crcs = Int32Array.from({length: 256}, (_, code) => {
    for (let bit = 0; bit < 8; bit++)
        code = code & 1 ? 0xedb88320 ^ code >>> 1 : code >>> 1;
    return code;
});

function crcOf(bytes, crc) {
    crc = ~crc;
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
    if (files.length > 65535 || files.reduce((sum, {size}) => sum + size, 0) > 4e9)
        throw Error('A ZIP holds at most 65,535 files and 4 GB. Please export a smaller size.');
    for (const {name, size, pieces} of files) {
        const letters = new TextEncoder().encode(name);
        let crc = 0;
        for (let i = 0; i < pieces.length; i++) {
            crc = crcOf(pieces[i], crc);
            pieces[i] = new Blob([pieces[i]]); // the browser keeps it outside of this page's memory
            await pause();
        }
        const about = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crc], [4, size], [4, size], [2, letters.length], [2, 0]];
        parts.push(numbers([4, 0x04034b50], ...about), letters, ...pieces);
        list.push(numbers([4, 0x02014b50], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), letters);
        offset += 30 + letters.length + size;
        listed += 46 + letters.length;
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

// Makes a download of files: of one as it is, otherwise of a ZIP.
async function give(files) {
    if (files.length == 0)
        return;
    const link = document.createElement('a'), one = files.length == 1;
    link.download = one ? files[0].name.split('/').pop() : commonName(files) + '.zip';
    link.href = URL.createObjectURL(one ? new Blob(files[0].pieces) : await zip(files));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Makes a file of the program.
let reading;
function put(path, bytes) {
    reading = bytes;
    if (!Module.ccall('tr_page_put', 'boolean', ['string'], [path]))
        throw Error(`There is no memory for ${path.split('/').pop()}. Please use a smaller file.`);
}

// A file of the reader becomes one of the program, which opens it.
async function take(file) {
    const path = `${home}/Documents/${file.name.replace(/[/\\]/g, '_')}`;
    put(path, new Uint8Array(await file.arrayBuffer()));
    return path;
}

const input = Object.assign(document.createElement('input'), {type: 'file'});
let chosen; // the answer; undefined: none yet
input.addEventListener('change', async () => chosen = input.files[0] ? await take(input.files[0]) : '');
input.addEventListener('cancel', () => chosen = '');

// ---- what stays for the next visit ---------------------------------------------------------------

// Every open tab keeps its own session: the first free one, or the one that it had before it was loaded again. A lock
// says that a session is in use; the browser ends it with the tab.
let session, database;

function hold(name) {
    return new Promise(done => navigator.locks.request(name, {ifAvailable: true}, lock => {
        done(lock != null);
        return lock && new Promise(() => {});
    }));
}

async function openSession() {
    const open = indexedDB.open('terrella', 1), before = sessionStorage.session;
    open.onupgradeneeded = () => open.result.createObjectStore('sessions');
    database = await new Promise((done, fail) => [open.onsuccess, open.onerror] = [() => done(open.result), () => fail(open.error)]);
    if (before !== undefined && await hold('session ' + before))
        session = Number(before);
    for (let i = 0; session === undefined; i++)
        if (await hold('session ' + i))
            session = i;
    sessionStorage.session = session;
    const found = database.transaction('sessions').objectStore('sessions').get(session);
    return new Promise((done, fail) => [found.onsuccess, found.onerror] = [() => done(found.result), () => fail(found.error)]);
}

function keep(files) {
    const kept = files.map(({name, pieces}) => ({name, bytes: new Blob(pieces)}));
    database?.transaction('sessions', 'readwrite').objectStore('sessions').put({files: kept, address: addressed()}, session);
}

// ---- the program ---------------------------------------------------------------------------------

let kept = []; // files of the last visit

// Fetches a file, while the bar shows how far it is. Of a compressed one the browser does not tell the length.
async function load(name) {
    const usual_bytes = 5e6, reply = await fetch(name);
    const length = !reply.headers.get('Content-Encoding') && Number(reply.headers.get('Content-Length'));
    if (!reply.ok)
        throw Error(`the server answers ${reply.status}`);
    bar.value = 0;
    bar.max = length || usual_bytes;
    const count = new TransformStream({transform(piece, out) {
        bar.value += piece.length;
        out.enqueue(piece);
    }, flush() {
        bar.removeAttribute('value');
        words.textContent = 'Starting …';
    }});
    return new Response(reply.body.pipeThrough(count), {headers: {'Content-Type': 'application/wasm'}});
}

// What the program is told, and what it calls.
var Module = {
    canvas,
    arguments: [],
    preRun: [async () => {
        addRunDependency('session');
        try {
            const found = await openSession();
            for (const {name, bytes} of found?.files ?? [])
                kept.push({name, bytes: new Uint8Array(await bytes.arrayBuffer())});
            // The address of the last visit stands for all that was kept of it, which has more than the planet.
            if (addressed() && addressed() != found?.address)
                Module.arguments.push(addressed());
        } catch (error) { // a private window may have no database: nothing is kept then
            console.error(error);
            if (addressed())
                Module.arguments.push(addressed());
        }
        removeRunDependency('session');
    }],
    onRuntimeInitialized: () => {
        for (const folder of ['/exports/', home + '/Documents/', home + '/Pictures/'])
            put(folder);
        kept.forEach(({name, bytes}) => put(`${home}/.local/state/terrella/${name}`, bytes));
    },
    instantiateWasm: (imports, receive) => {
        load('terrella.wasm').then(reply => WebAssembly.instantiateStreaming(reply, imports))
            .then(({instance, module}) => receive(instance, module))
            .catch(error => say(`terrella.wasm could not be loaded: ${error.message}. Please reload the page.`));
        return {};
    },
    print: text => console.log(text),
    printErr: text => { // stays on the page if it comes before the first frame, or ends the program
        console.error(text);
        say(text);
    },
    setStatus() {},
    shows: runs => { // with the first frame, and when it ends
        note.hidden = runs;
        canvas.focus();
    },
    copy: text => navigator.clipboard?.writeText(text).catch(() => {}),
    setFull: full => (full ? document.documentElement.requestFullscreen() : document.exitFullscreen()).catch(() => {}),
    setAddress: link => history.replaceState(null, '', '#' + link),
    beginFile: name => files.push({name, size: 0, pieces: []}),
    addBytes: bytes => {
        files.at(-1).size += bytes.length;
        files.at(-1).pieces.push(bytes);
    },
    giveFiles: () => give(handed()).catch(error => alert(`The download failed. ${error.message}`)),
    keepFiles: () => keep(handed()),
    read: (at, most) => {
        const some = reading.subarray(0, most);
        HEAPU8.set(some, at);
        reading = reading.subarray(most);
        return some.length;
    },
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
// A driver that starts again takes all textures along. The page starts again, too, where it was.
canvas.addEventListener('webglcontextlost', event => {
    event.preventDefault(); // so that it may come back
    say('The graphics driver has stopped. Waiting for it …');
    note.hidden = false;
});
canvas.addEventListener('webglcontextrestored', () => location.reload());

async function begin() {
    // Threads need a page that shares nothing with others. Where the server does not say so, the service worker does.
    const worker = navigator.serviceWorker?.register('offline.js');
    worker?.catch(error => console.error(error)); // without it, the page only needs the network
    if (!crossOriginIsolated && isSecureContext && worker && !sessionStorage.asked) {
        sessionStorage.asked = 1;
        await worker;
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
    script.onerror = () => say('terrella.js could not be loaded. Please reload the page.');
    document.body.append(script);
}
begin().catch(error => say(error.message));
