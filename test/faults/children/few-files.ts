// Runs an informer while the process has no free file descriptors, and then has some again. Ends by
// itself.
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { followServer, report } from './child.js';

const { informer, end } = followServer();
await informer.synced();
const taken: number[] = [];
takeAll();
report({ is: 'full' });
// The test now closes the connections. The released file descriptors are taken too.
const taking = setInterval(takeAll, 5);
await wait(3000);
clearInterval(taking);
report({ is: 'freed', objects: informer.store.size });
for (const file of taken) closeSync(file);
while (informer.store.size < 2) await wait(20);
report({ is: 'healed', objects: informer.store.size });
await end();
process.disconnect();

function takeAll(): void {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
  }
}
