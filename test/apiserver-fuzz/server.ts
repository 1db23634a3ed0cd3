// The server under test, in a process of its own: reports its memory and the blocks of its event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';
import { REPORT_MS, type Report, type Start } from './server-process.js';

const running = await startHttpsServer(createApiServer({ garbageCollection: true }));
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();

function send(message: Start | Report): void {
  process.send?.(message);
}

send({ port: running.port, caPem: running.caPem, token: running.token });
setInterval(() => {
  send({ rssBytes: process.memoryUsage.rss(), blockMs: delays.max / 1e6 });
  delays.reset();
}, REPORT_MS);
process.once('disconnect', () => process.exit(0));
// A report that cannot be sent any more says the same.
process.once('error', () => process.exit(0));
