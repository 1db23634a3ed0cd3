import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { isReady } from './operator.js';

test('a page that arrives slowly counts as no answer', { timeout: 10_000 }, async (t) => {
  const server = createServer((_request, response) => {
    const timer = setInterval(() => response.write('.'), 10);
    response.once('close', () => clearInterval(timer));
  });
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  assert.equal(await isReady(address.port, 200), false);
});
