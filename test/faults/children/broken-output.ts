// Runs an informer and logs each failure to an output that is full or not read. Ends by itself.
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '@vmgen/runtime';
import { followServer, report } from './child.js';

const logger = createLogger({ stream: process.stdout });
const { informer, end } = followServer({ logger });
await informer.synced();
// More than the capacity of a pipe (64 KiB).
for (let line = 0; line < 2000; line++)
  logger.info('filling the pipe', { line, text: 'x'.repeat(80) });
report({ is: 'filled' });
while (informer.store.size < 2) await wait(20);
report({ is: 'healed' });
await end();
process.exit(0);
