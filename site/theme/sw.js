// Keeps visited pages and the index of the search, so that they can be read without a network. The network is asked first,
// so that a page is never older than the server's.
const CACHE = 'site';
const FILES = 'site.css site.js theme.js search.json icon.svg plex-sans.woff2 plex-mono.woff2';
const COMPILER = /\/compiler\.worker-\w+\.js$/;
const SHARED = /\/(?:home|compiler\.worker-\w+)\.js$/;
const SHELL = ['./', ...FILES.split(' ').map((file) => `assets/${file}`)];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELL))
      .then(() => self.skipWaiting()),
  );
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // The playground keeps its files itself. The first page shares two of them.
  const isOurs =
    origin === location.origin && (!pathname.includes('/playground/') || SHARED.test(pathname));
  if (request.method !== 'GET' || !isOurs) return;
  event.respondWith(answer(event, origin + pathname));
});

/** Each file is kept once, whatever query an address has. */
async function answer(event, address) {
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keep(address, response.clone()));
    return response;
  } catch (error) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(address);
    if (kept) return kept;
    throw error;
  }
}

async function keep(address, response) {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(address, response);
    // Its name changes with its content.
    if (!COMPILER.test(address)) return;
    const kept = await cache.keys();
    const old = kept.filter(({ url }) => COMPILER.test(url) && url !== address);
    await Promise.all(old.map((request) => cache.delete(request)));
  } catch {
    // Without space, the file can be read with a network only.
  }
}
