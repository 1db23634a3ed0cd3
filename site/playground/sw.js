// Keeps the files of the playground, so that it works without a network after the first visit. Their names change with their
// content, except that of the page, for which the network is asked first. Another version is used when no page is open that
// needs the files of this one.
const CACHE = 'playground-%VERSION%';
const FILES = ['%FILES%'];

self.addEventListener('install', (event) => {
  // The cache of HTTP may still have the page of the last version, which needs other files.
  const requests = FILES.map((file) =>
    file === './' ? new Request(file, { cache: 'reload' }) : file,
  );
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith('playground-') && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept && request.mode !== 'navigate') return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
