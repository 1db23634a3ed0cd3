import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, machine, machinesPath, testServer } from '../testing/test-server.js';

const cases: readonly [header: string, value: string, refused: string][] = [
  ['impersonate-user', 'jane', 'users "jane"'],
  ['Impersonate-User', 'a"b', 'users "a\\"b"'],
  ['impersonate-group', 'system:masters', 'groups "system:masters"'],
  ['impersonate-uid', '42', 'uids.authentication.k8s.io "42"'],
  ['impersonate-extra-scopes', 'view', 'userextras.authentication.k8s.io "view"'],
  ['impersonate-user', '', 'users'],
];

test('rejects impersonation on all paths', async () => {
  const { send } = testServer();
  for (const [header, value, refused] of cases) {
    const headers = { [header]: value };
    const created = await send('POST', machinesPath, machine('a'), headers);
    assert.equal(created.status, 403);
    assert.equal(created.body['reason'], 'Forbidden');
    assert.equal(
      created.body['message'],
      `${refused} is forbidden: this server knows one user and impersonates nobody: send the request without ${header}`,
    );
    for (const path of [machinesPath, '/apis', '/openapi/v3', '/version', '/readyz', '/nope']) {
      assert.equal((await send('GET', path, undefined, headers)).status, 403, path);
    }
  }
  const { body } = await send('GET', machinesPath);
  assert.deepEqual(at(body, 'items'), []);
});
