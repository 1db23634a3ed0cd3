import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { after, describe, test } from 'node:test';
import type { ApiStatus, TransportRequest, TransportResponse } from '@vmgen/runtime';
import { parse } from 'yaml';
import { BODY_LIMIT } from './read-body.js';
import { startHttpsServer, type RunningServer } from './start-https-server.js';
import { textResponse } from '../response/text-response.js';
import { httpsCall, type HttpsAnswer, openCall } from '../testing/https-call.js';

const seen: TransportRequest[] = [];
let nextAnswer: () => Promise<TransportResponse> = () =>
  Promise.resolve(textResponse(200, {}, 'x'));
const server = await startHttpsServer({
  handle: (request) => {
    seen.push(request);
    return nextAnswer();
  },
});
after(() => server.close());

type Call = Parameters<typeof httpsCall>[1] & { readonly to?: RunningServer };

const connect = ({ to = server, ...options }: Call) => openCall(to, { path: '/apis', ...options });

const call = ({ to = server, ...options }: Call = {}) =>
  httpsCall(to, { path: '/apis', ...options });

describe('access', () => {
  test('requires the token, except for health and version', async () => {
    assert.equal((await call()).status, 200);
    const refused = await call({ token: null });
    assert.equal(refused.status, 401);
    assert.equal(statusOf(refused).reason, 'Unauthorized');
    assert.equal((await call({ token: `${server.token}x` })).status, 401);
    assert.equal((await call({ token: '' })).status, 401);
    assert.equal((await call({ token: null, path: '/readyz?verbose' })).status, 200);
    assert.equal((await call({ token: null, path: '/version' })).status, 200);
    assert.equal((await call({ token: null, path: '/version/' })).status, 200);
    assert.equal((await call({ token: 'wrong', path: '/readyz' })).status, 401);
    assert.equal((await call({ token: null, path: '/readyz/../apis' })).status, 401);
  });

  test('refuses in the form that the client accepts', async () => {
    const text = async (headers: Record<string, string>): Promise<string> => {
      const { headers: sent, body } = await call({ token: 'wrong', headers });
      return `${sent['content-type'] ?? ''} ${String(body).slice(0, 4)}`;
    };
    assert.equal(await text({ accept: 'application/yaml' }), 'application/yaml apiV');
    assert.equal(await text({ accept: 'application/json' }), 'application/json {"ki');
    assert.equal(await text({ 'user-agent': 'curl/8' }), 'application/json {\n  ');
  });

  test('does not pass the token to the handler', async () => {
    await call({ headers: { 'x-other': '1' } });
    const headers = seen.at(-1)?.headers ?? {};
    assert.equal(headers['authorization'], undefined);
    assert.equal(headers['x-other'], '1');
  });

  test('creates another token and certificate for each server', async () => {
    const other = await startHttpsServer({ handle: () => nextAnswer() });
    try {
      assert.notEqual(other.token, server.token);
      assert.notEqual(other.caPem, server.caPem);
      assert.equal((await call({ to: other, token: server.token })).status, 401);
    } finally {
      await other.close();
    }
  });
});

describe('requests', () => {
  test('passes method, path, headers and body unchanged', async () => {
    const path = '/apis/t.example.com/v1/widgets/a%2Fb?x=%20';
    await call({ method: 'PATCH', path, headers: { 'content-type': 'a/b' }, body: '{"ä":1}' });
    const request = seen.at(-1);
    assert.equal(request?.method, 'PATCH');
    assert.equal(request.path, path);
    assert.equal(request.headers?.['content-type'], 'a/b');
    assert.equal(Buffer.from(request.body ?? '').toString(), '{"ä":1}');
  });

  test('passes the path of a request whose target is a whole URL', async () => {
    for (const [target, path] of [
      ['http://host.example.com/version?x=1', '/version?x=1'],
      ['HTTPS://[::1]:6443/apis', '/apis'],
    ]) {
      assert.equal((await call({ path: target })).status, 200);
      assert.equal(seen.at(-1)?.path, path);
    }
    assert.equal((await call({ path: 'http://host.example.com' })).status, 404);
    assert.equal((await call({ path: 'http://h/api/v1/nodes', token: null })).status, 401);
  });

  test('rejects a path with an invalid escape', async () => {
    for (const path of ['/api/v1/nodes/a%zz', '/%2', '/a%?x']) {
      const { status, body } = await call({ path });
      assert.deepEqual([status, body.toString()], [400, '400 Bad Request']);
    }
    assert.equal((await call({ path: '/version?x=%zz' })).status, 200);
  });

  test('rejects a body of more than 3 MiB with a Status', async () => {
    assert.equal((await call({ method: 'POST', body: Buffer.alloc(BODY_LIMIT) })).status, 200);
    const answer = await call({ method: 'POST', body: Buffer.alloc(BODY_LIMIT + 1) });
    assert.equal(answer.status, 413);
    assert.equal(statusOf(answer).message, 'Request entity too large: limit is 3145728');
  });

  test('answers HEAD with the headers of GET, and rejects other methods', async () => {
    const head = await call({ method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.headers['content-length'], '1');
    assert.equal(head.body.length, 0);
    assert.equal((await call({ method: 'OPTIONS' })).status, 405);
  });

  test('compresses a large response if the client accepts it', async () => {
    const text = 'x'.repeat(200_000);
    nextAnswer = () => Promise.resolve(textResponse(200, {}, text));
    const zipped = await call({ headers: { 'accept-encoding': 'gzip' } });
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(zipped.body).toString(), text);
    assert.equal((await call()).body.length, 200_000);
  });

  test('sends header values as UTF-8', async () => {
    const warning = '299 - "\u2028\u00e4\u65e5"';
    nextAnswer = () => Promise.resolve(textResponse(200, { warning }, 'x'));
    const answer = await call();
    assert.equal(Buffer.from(String(answer.headers['warning']), 'latin1').toString(), warning);
  });

  test('returns an internal error if the handler fails', async () => {
    nextAnswer = () => Promise.reject(new Error('broken'));
    const answer = await call();
    assert.equal(answer.status, 500);
    assert.equal(statusOf(answer).message, 'Internal error occurred: broken');
  });

  test('converts a protobuf body of a known kind to JSON', async () => {
    nextAnswer = () => Promise.resolve(textResponse(201, {}, '{}'));
    const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' };
    // The request of kubectl 1.36 for `create namespace x`.
    const body = Buffer.from(
      '6b3873000a0f0a0276311209' +
        Buffer.from('Namespace').toString('hex') +
        '12150a0f0a01781200' +
        '1a00' +
        '2200' +
        '2a00' +
        '3200' +
        '3800' +
        '12001a00' +
        '1a002200',
      'hex',
    );
    assert.equal((await call({ method: 'POST', headers, body })).status, 201);
    assert.equal(seen.at(-1)?.headers?.['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(String(seen.at(-1)?.body)), {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'x' },
      spec: {},
      status: {},
    });
    const garbage = Buffer.concat([body.subarray(0, 4), Buffer.alloc(9, 0xff)]);
    await call({ method: 'POST', headers, body: garbage });
    assert.equal(seen.at(-1)?.headers?.['content-type'], headers['content-type']);
    assert.deepEqual(Buffer.from(seen.at(-1)?.body ?? ''), garbage);
  });
});

describe('a watch', () => {
  const WATCH = '/apis/t.example.com/v1/widgets?watch=true';

  test('sends each event at once, and ends the handler when the client disconnects', async () => {
    let send: (line: string) => void = () => {};
    nextAnswer = () => Promise.resolve(endless((emit) => (send = emit)));
    const request = connect({ path: WATCH });
    request.end();
    const response = await new Promise<NodeJS.ReadableStream>((resolve) => {
      request.on('response', resolve);
    });
    const first = new Promise<string>((resolve) => {
      response.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    });
    send('event 1\n');
    assert.equal(await first, 'event 1\n');
    const signal = seen.at(-1)?.signal;
    assert.equal(signal?.aborted, false);
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
    request.on('error', ignore);
    request.destroy();
    await aborted;
  });

  test('sends only the headers for HEAD, and ends the handler', async () => {
    nextAnswer = () => Promise.resolve(endless(() => {}));
    const head = await call({ method: 'HEAD', path: WATCH });
    assert.equal(head.status, 200);
    assert.equal(head.body.length, 0);
    const signal = seen.at(-1)?.signal;
    while (!signal?.aborted) await new Promise((resolve) => setImmediate(resolve));
  });

  test('does not prevent the server from closing', async () => {
    const other = await startHttpsServer({ handle: () => Promise.resolve(endless(() => {})) });
    const request = connect({ path: WATCH, to: other });
    request.on('error', ignore);
    request.on('response', (response) => response.on('error', ignore).resume());
    request.end();
    await new Promise((resolve) => request.once('response', resolve));
    const closed = new Promise((resolve) => request.once('close', resolve));
    await other.close();
    await closed;
  });
});

describe('the kubeconfig', () => {
  test('has everything that a client needs, and is readable by its owner only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vmgen-http-test-'));
    try {
      const path = join(folder, 'kubeconfig');
      await writeFile(path, 'old', { mode: 0o644 });
      await server.writeKubeconfig(path);
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      const config = parse(await readFile(path, 'utf8')) as Kubeconfig;
      assert.equal(config['current-context'], 'vmgen');
      assert.equal(config.contexts[0]?.context.namespace, 'default');
      assert.equal(config.clusters[0]?.cluster.server, server.url);
      const authority = config.clusters[0].cluster['certificate-authority-data'];
      assert.equal(Buffer.from(authority, 'base64').toString(), server.caPem);
      assert.equal(config.users[0]?.user.token, server.token);
      await assert.rejects(
        server.writeKubeconfig(join(folder, 'absent', 'kubeconfig')),
        /cannot write the kubeconfig .*absent.*; specify a file in an existing writable folder/,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test('reports a port that is in use', async () => {
  await assert.rejects(
    startHttpsServer({ handle: () => nextAnswer() }, { port: server.port }),
    new RegExp(`port ${server.port} on 127.0.0.1 is already in use: stop what listens there`),
  );
});

function statusOf(answer: HttpsAnswer): ApiStatus {
  return JSON.parse(answer.body.toString()) as ApiStatus;
}

interface Kubeconfig {
  readonly 'current-context': string;
  readonly contexts: readonly { readonly context: { readonly namespace: string } }[];
  readonly clusters: readonly {
    readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string };
  }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

function ignore(): void {}

/** A watch that sends lines until nothing reads it any more. */
function endless(ready: (emit: (line: string) => void) => void): TransportResponse {
  async function* body(): AsyncGenerator<Uint8Array> {
    const lines: string[] = [];
    let wake: () => void = () => {};
    ready((line) => {
      lines.push(line);
      wake();
    });
    for (;;) {
      const line = lines.shift();
      if (line === undefined) await new Promise<void>((resolve) => (wake = resolve));
      else yield new TextEncoder().encode(line);
    }
  }
  return {
    status: 200,
    headers: {},
    body: body(),
    text: () => Promise.reject(new Error('stream')),
  };
}
