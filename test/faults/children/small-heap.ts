// Runs an informer of very many objects with little memory, including a relist. Ends by itself.
import { setTimeout as wait } from 'node:timers/promises';
import { followServer, report } from './child.js';

const { informer, end } = followServer();
await informer.synced();
report({ is: 'synced', objects: informer.store.size });
while (!informer.store.has('default/last')) await wait(20);
const { heapUsed } = process.memoryUsage();
report({ is: 'relisted', objects: informer.store.size, heapMb: heapUsed / 2 ** 20 });
await end();
process.disconnect();
