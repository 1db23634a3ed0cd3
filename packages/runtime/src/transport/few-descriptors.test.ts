import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startServer } from './local-server.test.helper.js';

test('requests and plugins fail without free file descriptors, and recover afterwards', async (t) => {
  const server = await startServer(t, (_request, response) => response.end('ok'));
  const here = JSON.stringify(new URL('.', import.meta.url));
  const script = `
    import { closeSync, openSync } from 'node:fs';
    const { createHttpTransport } = await import(new URL('http-transport.js', ${here}));
    const { runPlugin } = await import(new URL('exec-plugin.js', ${here}));
    const transport = createHttpTransport({ server: ${JSON.stringify(server.url)} });
    const ask = async () => (await transport.request({ method: 'GET', path: '/' })).text();
    const run = () => runPlugin({
      place: 'user', command: 'echo', args: ['hi'], environment: process.env, timeoutMs: 10_000,
    }).output;
    const results = [];
    const report = async (what) =>
      results.push(await what().catch(({ code, message }) => code + ' ' + /E[MN]FILE/.exec(message)));
    // Load lazy modules first.
    await report(run);
    const open = [];
    try {
      for (;;) open.push(openSync('/dev/null'));
    } catch {}
    await Promise.all([report(ask), report(ask)]);
    await report(run);
    open.forEach((fd) => closeSync(fd));
    await report(ask);
    await report(run);
    await transport.close();
    console.log(JSON.stringify(results));`;
  const limited = 'ulimit -n 64; exec "$0" --input-type=module -e "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, script]);
  assert.deepEqual(JSON.parse(stdout), [
    'hi\n',
    'ERR_VMGEN_CONNECTION EMFILE',
    'ERR_VMGEN_CONNECTION EMFILE',
    'ERR_VMGEN_CREDENTIALS EMFILE',
    'ok',
    'hi\n',
  ]);
});
