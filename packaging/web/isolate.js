// A service worker: it adds the headers that threads need where the server does not send them.
addEventListener('install', () => skipWaiting());
addEventListener('activate', event => event.waitUntil(clients.claim()));
addEventListener('fetch', event => event.respondWith(fetch(event.request).then(reply => {
    const headers = new Headers(reply.headers);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
    return new Response(reply.body, {status: reply.status, statusText: reply.statusText, headers});
})));
