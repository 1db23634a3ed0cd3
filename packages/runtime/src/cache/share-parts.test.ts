import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseResource, type Lease } from '../api/lease.js';
import { createResourceClient } from '../client/create-resource-client.js';
import { ScriptedTransport } from '../client/scripted-transport.test.helper.js';
import { onAbort } from '../async/on-abort.js';
import { createFakeRandom } from '../testing/fake-random.js';
import type { Cached } from './cached.js';
import { freezeDeep } from './freeze.js';
import type { ListWatchClient } from '../client/list-watch-client.js';
import { hasEntries } from '../meta/is-mapping.js';
import { shareParts } from './share-parts.js';
import { createSharedInformer } from './shared-informer.js';
import type { SharedInformerOptions } from './shared-informer-options.js';

const NAMES = ['a', 'b', 'status', '__proto__', 'toString', 'length', '0', '1'];
const LEAVES = ['0', '-0', '1.5', 'null', 'true', '"short"', '"a string that is long"', '{}', '[]'];

type Random = () => number;

function pick<V>(random: Random, values: readonly [V, ...V[]] | readonly V[]): V {
  const value = values[Math.floor(random() * values.length)];
  assert.ok(value !== undefined);
  return value;
}

/** A JSON text, because values do not show the sign of a zero or the order of fields. */
function anyText(random: Random, depth = 0): string {
  if (depth > 3 || random() < 0.3) return pick(random, LEAVES);
  const parts = Array.from({ length: Math.floor(random() * 4) }, () => anyText(random, depth + 1));
  if (random() < 0.4) return `[${parts.join()}]`;
  const names = NAMES.filter(() => random() < 0.5).sort(() => random() - 0.5);
  return `{${names.map((name, i) => `"${name}":${parts[i] ?? '7'}`).join()}}`;
}

/** A text that is similar to another one. */
function changedText(random: Random, text: string): string {
  const at = Math.floor(random() * LEAVES.length);
  const [from, to] = [LEAVES[at] ?? '', pick(random, LEAVES)];
  return random() < 0.3 ? text : text.replace(from, to);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asserts that parts that are equal at the same path are the same object. */
function assertShared(object: unknown, known: unknown): void {
  if (!hasEntries(object) || !hasEntries(known) || Array.isArray(object) !== Array.isArray(known)) {
    return;
  }
  for (const name of Object.keys(object)) {
    if (!Object.hasOwn(known, name)) continue;
    const value: unknown = object[name];
    const other: unknown = known[name];
    if (hasEntries(value) && exactText(value) === exactText(other)) assert.equal(value, other);
    else assertShared(value, other);
  }
}

function exactText(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (Object.is(part, -0) ? '-0' : part));
}

for (let seed = 1; seed <= 4; seed++) {
  test(`an object keeps its content and shares equal parts with its previous version (seed ${seed})`, () => {
    const random = createFakeRandom(seed);
    let equal = 0;
    for (let i = 0; i < 3000; i++) {
      const before = anyText(random);
      const text = random() < 0.2 ? anyText(random) : changedText(random, before);
      const object = parsed(text);
      if (object === undefined) continue;
      const [known, neighbour, same] = [parsed(before), parsed(anyText(random)), parsed(text)];
      freezeDeep(known);
      freezeDeep(neighbour);
      const wanted = exactText(same) === exactText(known) && hasEntries(same);
      assert.equal(shareParts(object, known, neighbour), wanted, `${text} after ${before}`);
      assert.equal(exactText(object), exactText(same));
      assert.equal(exactText(known), exactText(parsed(before)));
      assertShared(object, known);
      if (wanted) equal++;
    }
    assert.ok(equal > 300, `only ${equal} were equal`);
  });
}

test('parts are not shared if they are inherited, or if the order of fields or the sign of a zero differs', () => {
  const known: unknown = JSON.parse('{"order":{"a":1,"b":2},"zero":[0]}');
  const text = '{"order":{"b":2,"a":1},"zero":[-0],"__proto__":{},"constructor":{}}';
  const object: unknown = JSON.parse(text);
  assert.equal(shareParts(object, known, {}), false);
  assert.equal(exactText(object), exactText(JSON.parse(text)));
  assert.ok(hasEntries(object) && object['__proto__'] !== Object.prototype);
});

test('a field set that cannot be modified does not prevent sharing of the other parts', () => {
  const text = '{"metadata":{"managedFields":[{"fieldsV1":{"f:a":{}}}]},"spec":{"a":1}}';
  const known: unknown = JSON.parse(text);
  const object: unknown = JSON.parse(text, (name, value: unknown) =>
    name === 'fieldsV1' ? Object.freeze(value) : value,
  );
  assert.equal(shareParts(object, known, {}), false);
  assert.equal(exactText(object), text);
  assert.ok(hasEntries(object) && hasEntries(known));
  assert.equal(object['spec'], known['spec']);
});

const VERSIONS = [lease('7', 'one'), lease('8', 'another')] as const;

function lease(resourceVersion: string, holderIdentity: string, uid = 'u'): object {
  const metadata = { labels: { app: 'x' }, name: 'a', namespace: 'ns', resourceVersion, uid };
  const spec = { holderIdentity, leaseDurationSeconds: 15 };
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec };
}

/** Returns the first in a list and the second in a watch. */
function server([first, second]: readonly [object, object], end: Promise<void>): ScriptedTransport {
  const list = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'LeaseList',
    metadata: { resourceVersion: '7' },
    items: [first],
  };
  return new ScriptedTransport(({ path }) => {
    if (path.includes('sendInitialEvents=true')) return { status: 422, body: {} };
    return path.includes('watch=true') ? { chunks: watch(second, end) } : { body: list };
  });
}

async function* watch(object: object, end: Promise<void>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify({ type: 'MODIFIED', object })}\n`);
  await end;
}

type LeaseClient = ListWatchClient<Lease, 'Namespaced'>;
type Versions = readonly [before: Cached<Lease, 'Namespaced'>, after: Cached<Lease, 'Namespaced'>];

/** The two versions of one object that an informer reports. */
async function received(
  versions: readonly [object, object] = VERSIONS,
  options: SharedInformerOptions<Lease, 'Namespaced'> = {},
  wrap: (client: LeaseClient) => LeaseClient = (client) => client,
): Promise<Versions> {
  const end = new AbortController();
  const ended = new Promise<void>((resolve) => onAbort(end.signal, resolve));
  const transport = server(versions, ended);
  const client = createResourceClient(transport, leaseResource, { namespace: 'ns' });
  const informer = createSharedInformer(wrap(client), options);
  const both = new Promise<Versions>((resolve) => {
    const objects: Cached<Lease, 'Namespaced'>[] = [];
    const onObject = (object: Cached<Lease, 'Namespaced'>): void => {
      objects.push(object);
      const [before, after] = objects;
      if (before !== undefined && after !== undefined) resolve([before, after]);
    };
    informer.addHandler({ onAdd: onObject, onUpdate: (_before, after) => onObject(after) });
  });
  const running = informer.run({ signal: end.signal });
  const answer = await both;
  end.abort();
  await running;
  return answer;
}

test('versions of an object share unchanged parts, copies do not', async () => {
  const [before, after] = await received();
  assert.equal(after.metadata.labels, before.metadata.labels);
  assert.notEqual(after.metadata, before.metadata);
  assert.equal(before.spec?.holderIdentity, 'one');
  assert.equal(after.spec?.holderIdentity, 'another');
  const copy = leaseResource.deepCopy(after);
  assert.notEqual(copy.metadata.labels, after.metadata.labels);
});

test('a new object with the name of a deleted one shares nothing with it', async () => {
  const [before, after] = await received([VERSIONS[0], lease('8', 'one', 'another uid')]);
  assert.deepEqual(after.spec, before.spec);
  assert.notEqual(after.spec, before.spec);
  assert.notEqual(after.metadata.labels, before.metadata.labels);
});

test('a transform may modify its argument without changing the stored version', async () => {
  const [before, after] = await received(VERSIONS, {
    freezeObjects: false,
    transform(object) {
      const { labels, resourceVersion } = object.metadata;
      if (labels && resourceVersion === '8') labels['app'] = 'changed';
      return object;
    },
  });
  assert.deepEqual(before.metadata.labels, { app: 'x' });
  assert.deepEqual(after.metadata.labels, { app: 'changed' });
});

test("objects of the user's own client or parser keep their own parts", async () => {
  const wrap = (client: LeaseClient): LeaseClient => ({
    resource: client.resource,
    namespace: client.namespace,
    list: (options) => client.list(options),
    watch: (options) => client.watch(options),
  });
  const parse = (text: string): unknown => JSON.parse(text);
  for (const answer of [received(VERSIONS, {}, wrap), received(VERSIONS, { parse })]) {
    const [before, after] = await answer;
    assert.deepEqual(after.metadata.labels, before.metadata.labels);
    assert.notEqual(after.metadata.labels, before.metadata.labels);
  }
});
