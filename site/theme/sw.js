// Keeps visited pages and the index of the search, so that they can be read without a network. The network is asked first,
// so that a page is never older than the server's.
const CACHE = 'site';
const FILES = 'site.css site.js theme.js search.json icon.svg plex-sans.woff2 plex-mono.woff2';
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
  // The playground keeps its files itself.
  const isOurs = origin === location.origin && !pathname.includes('/playground/');
  if (request.method !== 'GET' || !isOurs) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
