// The page around the program: it says what is missing, starts the program, and does what C cannot do.
const note = document.getElementById('note'), canvas = document.getElementById('canvas');

var Module = {
    canvas,
    arguments: location.hash.length > 1 ? [decodeURI(location.hash.slice(1))] : [],
    print: text => console.log(text),
    printErr: text => { // stays on the page if it comes before the first frame, or ends the program
        console.error(text);
        note.textContent = text;
    },
    shows: runs => { // the program calls it with its first frame, and when it ends
        note.hidden = runs;
        canvas.focus();
    },
    copy: text => navigator.clipboard?.writeText(text).catch(() => {}),
    setFull: full => (full ? document.documentElement.requestFullscreen() : document.exitFullscreen()).catch(() => {}),
    setStatus() {},
};

canvas.addEventListener('contextmenu', event => event.preventDefault());
addEventListener('paste', event => {
    Module.ccall('tr_page_paste', null, ['string'], [event.clipboardData.getData('text')]);
    event.preventDefault();
});

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
