// Runs one scenario in a process with a small heap, and prints the result.
import { request } from 'node:https';
import type { JsonObject } from '@vmgen/base/json';
import { heapBytes } from '../json/heap-bytes.js';
import { startHttpsServer, type RunningServer } from '../http/start-https-server.js';
import { textOf } from '../json/text-of.js';
import type { ApiServer } from '../server/api-server.js';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { testServer, type Send } from './test-server.js';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const configMaps = '/api/v1/namespaces/default/configmaps';
const VERSIONS = 15;
const OBJECTS = 10;

/** A kind with many versions, all of which show its objects. */
const manyVersions = (): JsonObject =>
  crdOf(
    { group: 'many.test', kind: 'Thing', scope: 'Cluster' },
    Array.from({ length: VERSIONS }, (_, i) => ({
      ...versionWith(`v${i + 1}`, {}),
      schema: {
        openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    })),
  );

/** Reads each object in each version. */
async function readAllVersions(send: Send): Promise<string> {
  await send('POST', definitions, manyVersions());
  const items = Array.from({ length: 50_000 }, () => ({}));
  for (let i = 0; i < OBJECTS; i++) {
    const thing = {
      apiVersion: 'many.test/v1',
      kind: 'Thing',
      metadata: { name: `t${i}` },
      items,
    };
    const answer = await send('POST', '/apis/many.test/v1/things', thing);
    if (answer.status !== 201) return answer.text;
  }
  for (let version = 1; version <= VERSIONS; version++) {
    for (let i = 0; i < OBJECTS; i++) {
      const answer = await send('GET', `/apis/many.test/v${version}/things/t${i}`);
      if (answer.status !== 200) return answer.text;
    }
  }
  return 'all versions were read';
}

/** Creates objects until one is rejected. Their form takes more memory than estimated. */
async function fill(send: Send): Promise<string> {
  for (let i = 0; ; i++) {
    const entries = Array.from({ length: 5000 }, (_, k) => [`k${i}_${k}`, '']);
    const data: unknown = Object.fromEntries(entries);
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `c${i}` }, data };
    const answer = await send('POST', configMaps, JSON.stringify(map));
    if (answer.status === 201) continue;
    const deleted = await send('DELETE', `${configMaps}/c0`);
    return `${textOf(answer.body['message'])}, then ${deleted.status}`;
  }
}

const DISTINCT_BYTES = 10_000_000;

/** Returns how many times as much memory as estimated objects take whose field names are distinct. */
async function distinctNames(send: Send): Promise<string> {
  let factor = 0;
  for (const fields of [10, 100, 1000]) {
    const before = heapUsed();
    let estimate = 0;
    for (let i = 0; estimate < DISTINCT_BYTES; i++) {
      const entries = Array.from({ length: fields }, (_, k) => [`k${i}_${k}`, '']);
      const data: unknown = Object.fromEntries(entries);
      const metadata = { name: `c${fields}-${i}` };
      const answer = await send('POST', configMaps, JSON.stringify({ metadata, data }));
      if (answer.status !== 201) return answer.text;
      estimate += heapBytes(answer.body);
    }
    factor = Math.max(factor, (heapUsed() - before) / estimate);
  }
  return factor.toFixed(1);
}

/** Returns the bytes of all objects that are in use. Requires `--expose-gc`. */
function heapUsed(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const MANY = 20_000;

/**
 * Concurrently lists many objects in all representations over HTTPS, and returns the bytes of each.
 */
async function listMany(send: Send, server: ApiServer): Promise<string> {
  for (let i = 0; i < MANY; i++) {
    const data = { first: 'x'.repeat(100), second: 'y'.repeat(100) };
    const answer = await send('POST', configMaps, { metadata: { name: `c${i}` }, data });
    if (answer.status !== 201) return answer.text;
  }
  const running = await startHttpsServer(server);
  const answers = await Promise.all(
    FORMS.flatMap(({ accept, query = '' }) =>
      Array.from({ length: 2 }, () => read(running, `${configMaps}${query}`, accept)),
    ),
  );
  await running.close();
  const enough = answers.every(({ status, items }) => status === 200 && items === MANY);
  return enough ? 'all lists were read' : JSON.stringify(answers);
}

const WATCH =
  '?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=20&allowWatchBookmarks=true';
const FORMS: readonly { readonly accept: string; readonly query?: string }[] = [
  { accept: 'application/json' },
  { accept: 'application/yaml' },
  { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
  { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' },
  { accept: 'application/json', query: WATCH },
];

/** Reads a response without retaining it. */
function read(
  { url, caPem, token }: RunningServer,
  path: string,
  accept: string,
): Promise<{ readonly status: number; readonly items: number }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept };
    const sent = request(`${url}${path}`, { ca: caPem, headers }, (response) => {
      let items = 0;
      const end = (): void => resolve({ status: response.statusCode ?? 0, items });
      let rest = '';
      response.on('data', (chunk: Buffer) => {
        const text = rest + chunk.toString('latin1');
        const parts = text.split('uid');
        items += parts.length - 1;
        rest = (parts.at(-1) ?? '').slice(-40);
        if (rest.includes('initial-events-end') || text.includes('initial-events-end')) {
          sent.destroy();
          end();
        }
      });
      response.on('end', end);
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

const scenarios: Record<string, (send: Send, server: ApiServer) => Promise<string>> = {
  readAllVersions,
  fill,
  distinctNames,
  listMany,
};
const scenario = scenarios[process.argv[2] ?? ''];
if (scenario === undefined) throw new Error(`no scenario ${process.argv[2]}`);
const { send, server } = testServer();
console.log(await scenario(send, server));
