import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Clock } from '../async/clock.js';
import { createFakeClock } from '../testing/fake-clock.js';
import type { Credentials } from './cluster-config.js';
import { loadKubeConfig } from './load-kube-config.js';
import { listen, makeCertificate } from './local-server.test.helper.js';
import { idToken, startIssuer, tokenAnswer, type Issuer } from './oidc-issuer.test.helper.js';

const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-oidc-'));
let files = 0;

/** A kubeconfig whose user has the auth provider `oidc` with these settings. */
function write(config: object): string {
  const file = path.join(folder, `kubeconfig-${++files}`);
  const user = { 'auth-provider': { name: 'oidc', config } };
  const kubeconfig = {
    clusters: [{ name: 'main', cluster: { server: 'https://main.example:6443' } }],
    users: [{ name: 'main', user }],
    contexts: [{ name: 'main', context: { cluster: 'main', user: 'main' } }],
    'current-context': 'main',
  };
  writeFileSync(file, JSON.stringify(kubeconfig));
  return file;
}

async function load(config: object, clock?: Clock): Promise<Credentials> {
  const { credentials } = await loadKubeConfig({
    kubeconfig: write(config),
    ...(clock !== undefined && { clock }),
  });
  assert.ok(credentials);
  return credentials;
}

const EXPIRED = idToken({ exp: 1_000_000_000 });

/** The user of this issuer in a kubeconfig, with an expired id token. */
function userOf(issuer: Issuer, more: object = {}): object {
  return {
    'idp-issuer-url': issuer.url,
    'idp-certificate-authority-data': Buffer.from(issuer.authority).toString('base64'),
    'client-id': 'kube',
    'id-token': EXPIRED,
    'refresh-token': 'refresh-1',
    ...more,
  };
}

/** Returns the subject of the token. */
async function subjectOf(credentials: Credentials): Promise<unknown> {
  const { authorization = '' } = await credentials.current();
  const [, payload = ''] = authorization.replace(/^Bearer /, '').split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { sub: unknown }).sub;
}

test('uses a valid token until ten seconds before it expires', async () => {
  const clock = createFakeClock({ start: '2026-01-02T15:00:00Z' });
  const token = idToken({ exp: Date.parse('2026-01-02T15:01:00Z') / 1000 });
  const credentials = await load({ 'id-token': token }, clock);
  assert.deepEqual(await credentials.current(), { authorization: `Bearer ${token}` });
  await clock.advance(49_000);
  assert.deepEqual(await credentials.current(), { authorization: `Bearer ${token}` });
  await clock.advance(1000);
  await assert.rejects(async () => credentials.current(), {
    message:
      /user "main": auth-provider: the id-token is missing or has expired.*refresh-token; log in again$/,
  });
});

test('refreshes an expired token once for concurrent requests, and again when the next one expires', async (t) => {
  const issuer = await startIssuer(t);
  const clock = createFakeClock({ start: new Date() });
  const credentials = await load(userOf(issuer), clock);
  const subjects = await Promise.all([subjectOf(credentials), subjectOf(credentials)]);
  assert.deepEqual(subjects, ['id-1', 'id-1']);
  assert.deepEqual(issuer.grants, [
    {
      authorization: undefined,
      form: { grant_type: 'refresh_token', refresh_token: 'refresh-1', client_id: 'kube' },
    },
  ]);
  await clock.advance(3_600_000);
  assert.equal(await subjectOf(credentials), 'id-2');
  assert.equal(issuer.grants.length, 2);
});

test('refreshes a token that is missing, unreadable or without an expiry', async (t) => {
  const issuer = await startIssuer(t);
  for (const token of [
    undefined,
    'opaque',
    idToken({ exp: undefined }),
    idToken({ exp: 'soon' }),
  ]) {
    const before = issuer.grants.length;
    const credentials = await load(userOf(issuer, { 'id-token': token }));
    assert.equal(await subjectOf(credentials), `id-${before + 1}`, token);
  }
});

test('does not use a replaced refresh token again', async (t) => {
  const issuer = await startIssuer(t);
  const clock = createFakeClock({ start: new Date() });
  issuer.answer = (count) => ({
    status: 200,
    body: tokenAnswer(idToken({ iss: issuer.url, sub: 'me' }), {
      // The second response omits it, so the last one remains valid.
      ...(count === 1 && { refresh_token: 'refresh-2' }),
    }),
  });
  const credentials = await load(userOf(issuer), clock);
  for (let round = 0; round < 3; round++) {
    await credentials.current();
    await clock.advance(3_600_000);
  }
  const shown = issuer.grants.map(({ form }) => form['refresh_token']);
  assert.deepEqual(shown, ['refresh-1', 'refresh-2', 'refresh-2']);
});

test('sends the client secret by the method of the issuer, or else in a header', async (t) => {
  const issuer = await startIssuer(t);
  const header = `Basic ${Buffer.from('kube:s3cret').toString('base64')}`;
  const cases: [string[] | undefined, string | undefined, string | undefined][] = [
    [undefined, header, undefined],
    [['client_secret_post', 'client_secret_basic'], header, undefined],
    [['client_secret_post'], undefined, 's3cret'],
  ];
  for (const [methods, authorization, secret] of cases) {
    issuer.metadata = { token_endpoint_auth_methods_supported: methods };
    await (await load(userOf(issuer, { 'client-secret': 's3cret' }))).current();
    const grant = issuer.grants.at(-1);
    assert.deepEqual([grant?.authorization, grant?.form['client_secret']], [authorization, secret]);
  }
});

test('reads the authority of an issuer from a file', async (t) => {
  const issuer = await startIssuer(t);
  writeFileSync(path.join(folder, 'issuer.crt'), issuer.authority);
  const user = userOf(issuer, {
    'idp-certificate-authority-data': undefined,
    'idp-certificate-authority': 'issuer.crt',
  });
  assert.equal(await subjectOf(await load(user)), 'id-1');
});

test('does not send the refresh token to an untrusted issuer', async (t) => {
  const issuer = await startIssuer(t);
  const { cert } = await makeCertificate('other');
  for (const authority of [Buffer.from(cert).toString('base64'), undefined]) {
    const user = userOf(issuer, { 'idp-certificate-authority-data': authority });
    await rejects(
      await load(user),
      issuer,
      /self-signed certificate(?:; if the root CA is installed locally, .*)?$/,
    );
  }
  assert.deepEqual(issuer.grants, []);
});

test('reports an unreachable issuer with the reason', async (t) => {
  const issuer = await startIssuer(t);
  const unused = createServer();
  const port = await listen(unused);
  await new Promise((resolve) => unused.close(resolve));
  const gone = { ...issuer, url: `https://127.0.0.1:${port}` };
  await rejects(await load(userOf(gone)), gone, /connect ECONNREFUSED 127\.0\.0\.1:\d+$/);
});

test('reports errors of an issuer with escaped control characters', async (t) => {
  const issuer = await startIssuer(t);
  const refusal = { error: 'invalid_grant', error_description: 'spent\u001b[31m' };
  const id = (claims: object): object => tokenAnswer(idToken({ iss: issuer.url, ...claims }));
  const cases: [number, object | string, RegExp][] = [
    [400, refusal, /did not return a new id-token: "invalid_grant": "spent\\u001b\[31m"$/],
    [400, { error: 'invalid_client' }, /did not return a new id-token: "invalid_client"$/],
    [200, '<\u001b[31m', /Unexpected token .* "<\\u001b\[31m" is not valid JSON$/],
    [503, {}, /: it responded with 503$/],
    [
      200,
      tokenAnswer(undefined),
      /: its response contains no id_token; log in with the scope openid/,
    ],
    [200, tokenAnswer('opaque'), /Invalid JWT/],
    [200, id({ sub: 'me', exp: undefined }), /"exp" \(expiration time\) claim missing/],
    [200, id({ sub: 'me', exp: 1 }), /"exp" \(expiration time\) claim value, expiration is past/],
    [200, id({ sub: 'me', aud: 'other' }), /unexpected JWT "aud" \(audience\) claim value/],
  ];
  for (const [status, body, message] of cases) {
    issuer.answer = () => ({ status, body });
    await rejects(await load(userOf(issuer)), issuer, message);
  }
  const nowhere = { ...issuer, url: new URL('/other', issuer.url).href };
  await rejects(await load(userOf(nowhere)), nowhere, /: it responded with 404$/);
  const open = { ...issuer, url: 'http://127.0.0.1:1' };
  await rejects(await load(userOf(open)), open, /only requests to HTTPS are allowed/);
});

test('retries a failed refresh with the next request', async (t) => {
  const issuer = await startIssuer(t);
  const { answer } = issuer;
  issuer.answer = (count) => (count === 1 ? { status: 503, body: {} } : answer(count));
  const credentials = await load(userOf(issuer));
  await rejects(credentials, issuer, /503$/);
  assert.equal(await subjectOf(credentials), 'id-2');
});

async function rejects(credentials: Credentials, { url }: Issuer, message: RegExp): Promise<void> {
  await assert.rejects(
    async () => credentials.current(),
    (error: Error) => {
      const [place = ''] = error.message.split(' did not return a new id-token: ');
      assert.ok(place.endsWith(`user "main": auth-provider: the issuer "${url}"`), error.message);
      assert.match(error.message, message);
      return true;
    },
  );
}

test('other credentials work without openid-client, and the error contains the fix', () => {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'vmgen-alone-')));
  cpSync(path.join(import.meta.dirname, '..'), path.join(home, 'dist'), { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{"type":"module"}');
  mkdirSync(path.join(home, 'node_modules'));
  const yaml = path.join(import.meta.dirname, '../../../../node_modules/js-yaml');
  symlinkSync(yaml, path.join(home, 'node_modules', 'js-yaml'));
  const runtime = pathToFileURL(path.join(home, 'dist', 'index.js')).href;
  const show = (config: object): string => {
    const options = JSON.stringify({ kubeconfig: write(config) });
    const script = `const { loadKubeConfig } = await import(${JSON.stringify(runtime)});
      const { credentials } = await loadKubeConfig(${options});
      console.log(await credentials.current().then((shown) => shown.authorization, String));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      cwd: home,
    });
    return stdout + stderr;
  };
  const token = idToken({});
  assert.equal(show({ 'id-token': token }), `Bearer ${token}\n`);
  const user = { 'idp-issuer-url': 'https://127.0.0.1:1', 'client-id': 'a', 'refresh-token': 'b' };
  assert.match(
    show(user),
    /user "main": auth-provider: refreshing the id-token requires the package openid-client; run npm install openid-client@6\n$/,
  );
});
