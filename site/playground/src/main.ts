import { Playground } from './app.js';
import type { WorkerLike } from './core/worker-client.js';

/** Starts a worker of the playground. @param name the name of its file, beside this one */
const start = (name: string): WorkerLike =>
  new Worker(new URL(name, import.meta.url)) as WorkerLike;

const playground = new Playground({
  startCompiler: () => start(COMPILER_WORKER),
  startTypes: () => start(TYPES_WORKER),
  startServer: () => start(SERVER_WORKER),
});
document.getElementById('playground')?.replaceChildren(playground.root);
await playground.open();
// A page that was opened once works without a network. Its files are in the cache of the browser by now.
if ('serviceWorker' in navigator) {
  await navigator.serviceWorker.register('sw.js').catch(() => undefined);
}
