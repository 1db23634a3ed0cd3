import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { Agent } from 'node:https';
import { after, describe, test } from 'node:test';
import type { RequestUser } from '../request/request-user.js';
import { extension, signCertificate, TRUE, type Issuer } from './certificate.js';
import { oid, sequence } from './der.js';
import { httpLimits } from './http-limits.js';
import { startLimitedServer } from './start-https-server.js';
import { textResponse } from '../response/text-response.js';
import { httpsCall } from '../testing/https-call.js';

const CLIENT = '1.3.6.1.5.5.7.3.2';
const SERVER = '1.3.6.1.5.5.7.3.1';

const createKeys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

function createAuthority(name: string): { readonly issuer: Issuer; readonly pem: string } {
  const issuer = { name, ...createKeys() };
  const extensions = [extension('2.5.29.19', sequence(TRUE), { isCritical: true })];
  const content = { subject: name, publicKey: issuer.publicKey, extensions };
  return { issuer, pem: signCertificate(content, issuer) };
}

interface Identity {
  readonly cert: string;
  readonly key: string;
}

function identity(
  issuer: Issuer,
  subject: string,
  organizations: readonly string[] = [],
  usage = CLIENT,
): Identity {
  const { publicKey, privateKey } = createKeys();
  const extensions = [extension('2.5.29.37', sequence(oid(usage)))];
  return {
    cert: signCertificate({ subject, organizations, publicKey, extensions }, issuer),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const { issuer, pem } = createAuthority('clients');
const other = createAuthority('other').issuer;
const tokens = new Map<string, RequestUser>([
  ['secret', { username: 'robot', uid: 'u1', groups: ['robots', 'system:authenticated'] }],
]);

type Received = RequestUser | undefined | 'none';

let user: Received;
const server = await startLimitedServer(
  {
    handle: (_, by) => {
      user = by;
      return Promise.resolve(textResponse(200, {}, 'x'));
    },
  },
  { credentials: { clientCaPem: pem, tokens } },
  httpLimits(),
);
after(() => server.close());

interface Call {
  readonly as?: Identity;
  readonly token?: string;
  readonly path?: string;
  readonly agent?: Agent | false;
}

/** Resolves with the status, the user that the handler received, and whether the connection remains. */
async function call({ as, token, path = '/apis', agent = false }: Call): Promise<{
  readonly status: number | undefined;
  readonly connection: unknown;
  readonly user: Received;
}> {
  user = 'none';
  const { status, headers } = await httpsCall(server, { path, agent, token: token ?? null, ...as });
  return { status, connection: headers.connection, user };
}

describe('client certificates', () => {
  test('identify the user by the common name, and the groups by the organizations', async () => {
    const one = await call({ as: identity(issuer, 'admin', ['system:masters']) });
    assert.equal(one.status, 200);
    assert.deepEqual(one.user, {
      username: 'admin',
      groups: ['system:masters', 'system:authenticated'],
    });
    const none = await call({ as: identity(issuer, 'system:serviceaccount:a:b') });
    assert.deepEqual(none.user, {
      username: 'system:serviceaccount:a:b',
      groups: ['system:authenticated'],
    });
    const hostile = await call({
      as: identity(issuer, 'a, O=x/CN=b\nCN=c', ['g, CN=d', '__proto__']),
    });
    assert.deepEqual(hostile.user, {
      username: 'a, O=x/CN=b\nCN=c',
      groups: ['g, CN=d', '__proto__', 'system:authenticated'],
    });
  });

  test('have precedence over tokens', async () => {
    const { user: found } = await call({ as: identity(issuer, 'admin'), token: 'secret' });
    assert.equal(typeof found === 'object' && found.username, 'admin');
    const wrong = await call({ as: identity(issuer, 'admin'), token: 'wrong' });
    assert.equal(wrong.status, 200);
  });

  test('of another authority, or for servers, are rejected at every path', async () => {
    for (const as of [identity(other, 'admin'), identity(issuer, 'admin', [], SERVER)]) {
      for (const path of ['/apis', '/healthz']) {
        assert.deepEqual(await call({ as, path }), {
          status: 401,
          connection: 'close',
          user: 'none',
        });
      }
      assert.equal((await call({ as, token: 'secret' })).status, 200);
    }
  });

  test('without a name are no identity', async () => {
    const as = identity(issuer, '', ['system:masters']);
    assert.equal((await call({ as })).status, 401);
    assert.equal((await call({ as, path: '/healthz' })).status, 200);
  });

  test('keep the identity and the connection over several requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const as = identity(issuer, 'admin');
    for (let i = 0; i < 3; i++) {
      const answer = await call({ as, agent });
      assert.deepEqual(
        [answer.status, answer.connection, typeof answer.user],
        [200, 'keep-alive', 'object'],
      );
    }
    agent.destroy();
  });
});

describe('tokens', () => {
  test('identify their users', async () => {
    assert.deepEqual((await call({ token: 'secret' })).user, tokens.get('secret'));
    assert.deepEqual((await call({ token: server.token })).user, undefined);
    assert.equal((await call({ token: 'secre' })).status, 401);
    assert.equal((await call({ token: '__proto__' })).status, 401);
  });

  test('are not needed for health', async () => {
    assert.equal((await call({ path: '/readyz' })).status, 200);
    assert.equal((await call({})).status, 401);
  });
});
