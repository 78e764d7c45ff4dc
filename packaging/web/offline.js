// A service worker. It keeps the files of the page, so that it starts without a network after the first visit, and adds the
// headers that threads need where the server does not send them.
const names = ['./', 'page.js', 'terrella.js', 'terrella.wasm', 'terrella.worker.js', 'terrella.png', 'terrella.webmanifest'];
const keep = async (request, reply) => (await caches.open('terrella')).put(request, reply);

addEventListener('install', event => {
    skipWaiting();
    event.waitUntil(caches.open('terrella').then(all => all.addAll(names)));
});
addEventListener('activate', event => event.waitUntil(clients.claim()));

// The network comes first: a new version is there at the next start.
async function answer(request) {
    const reply = await fetch(request).catch(() => caches.match(request, {ignoreSearch: true}));
    if (!reply)
        return Response.error();
    if (reply.ok && reply.type == 'basic')
        keep(request, reply.clone()).catch(() => {}); // a full disk
    const headers = new Headers(reply.headers);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
    return new Response(reply.body, {status: reply.status, statusText: reply.statusText, headers});
}
addEventListener('fetch', event => {
    if (event.request.method == 'GET' && event.request.url.startsWith(registration.scope))
        event.respondWith(answer(event.request));
});
