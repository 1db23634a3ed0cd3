import { Playground } from './app.js';
import type { WorkerLike } from './core/worker-client.js';

/** Starts a worker of the playground. @param name the name of its file, beside this one */
const start = (name: string): WorkerLike =>
  new Worker(new URL(name, import.meta.url)) as WorkerLike;

const playground = new Playground({
  startCompiler: () => start(COMPILER_WORKER),
  startServer: () => start(SERVER_WORKER),
});
document.getElementById('playground')?.replaceChildren(playground.root);
void playground.open();
// A page that was opened once works without a network.
if ('serviceWorker' in navigator) {
  void navigator.serviceWorker.register('sw.js').catch(() => undefined);
}
