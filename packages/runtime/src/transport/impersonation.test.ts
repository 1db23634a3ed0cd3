import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHttpTransport } from './http-transport.js';
import { startServer } from './local-server.test.helper.js';

const GET = { method: 'GET', path: '/x' } as const;

test('names that are not ASCII are sent as UTF-8, as Go does', async (t) => {
  const server = await startServer(t, (_request, response) => response.end('ok'));
  const impersonate = { user: 'Jürgen 山', groups: ['Größe'], extra: { Stadt: ['Köln'] } };
  await using transport = createHttpTransport({ server: server.url, impersonate });
  await (await transport.request(GET)).text();
  // Node shows each byte of a header as a character.
  const header = (name: string): string =>
    Buffer.from(String(server.requests[0]?.headers[name]), 'latin1').toString('utf8');
  assert.equal(header('impersonate-user'), 'Jürgen 山');
  assert.equal(header('impersonate-group'), 'Größe');
  assert.equal(header('impersonate-extra-stadt'), 'Köln');
});

test('a name with a line break is rejected before a request is sent', () => {
  for (const impersonate of [
    { user: 'a\r\nauthorization: x' },
    { user: 'a', uid: '\0' },
    { user: 'a', groups: ['b\n'] },
    { user: 'a', extra: { b: ['\u007f'] } },
  ]) {
    assert.throws(() => createHttpTransport({ server: 'https://a.example', impersonate }), {
      code: 'ERR_VMGEN_CONFIG',
      message: /^impersonation: the name contains a control character: "/,
    });
  }
});
