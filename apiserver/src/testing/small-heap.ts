// Runs one scenario, in a process whose heap is small, and prints what came of it.
import type { JsonObject } from '@vmgen/base/json';
import { textOf } from '../registry/text-of.js';
import { testServer, type Send } from './test-server.js';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const configMaps = '/api/v1/namespaces/default/configmaps';
const VERSIONS = 15;
const OBJECTS = 10;

/** A kind with many versions, whose objects all of them show. */
function manyVersions(): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.many.test' },
    spec: {
      group: 'many.test',
      names: { plural: 'things', kind: 'Thing' },
      scope: 'Cluster',
      versions: Array.from({ length: VERSIONS }, (_, i) => ({
        name: `v${i + 1}`,
        served: true,
        storage: i === 0,
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      })),
    },
  };
}

/** Reads every object in every version. */
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

/** Creates objects, of a form that takes more memory than is estimated, until one is refused. */
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

const scenarios: Record<string, (send: Send) => Promise<string>> = { readAllVersions, fill };
const scenario = scenarios[process.argv[2] ?? ''];
if (scenario === undefined) throw new Error(`no scenario ${process.argv[2]}`);
console.log(await scenario(testServer().send));
