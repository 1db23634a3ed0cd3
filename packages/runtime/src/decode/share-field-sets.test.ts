import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMapping } from '../meta/is-mapping.js';
import { createFakeRandom } from '../testing/fake-random.js';
import { BatchLineDecoder } from './line-decoders.js';
import { ListDecoder } from './list-decoder.js';
import { asEvent, outcome, together } from './omit-managed-fields.test.helper.js';
import { FieldSets } from './share-field-sets.js';

const SETS = [
  '{"f:spec":{"f:image":{},"f:action":{}}}',
  '{"f:spec":{"f:image":{}},"f:metadata":{}}',
  '{"f:status":{"k:{\\"type\\":\\"Ready\\"}":{".":{}}}}',
  '{"f:status":{"f:\u00e4\u{1f4e6}":{}}}',
  '{}',
  '{"__proto__":{"f:a":{}}}',
];
const AFTER = ['', '', '', '', '', '.0', 'e0', '0', ',"fieldsV1":{}', ' ', ',"fieldsV1":7'];

type Random = () => number;

function pick(random: Random, texts: readonly string[]): string {
  return texts[Math.floor(random() * texts.length)] ?? '';
}

/** Field sets at their place and at other places, some of them not JSON. */
function randomObject(random: Random): string {
  const set = (): string => pick(random, SETS) + (random() < 0.9 ? '' : pick(random, AFTER));
  const entry = (): string =>
    random() < 0.9
      ? `{"manager":"kubectl","fieldsV1":${set()},"time":"${pick(random, ['a', 'b'])}"}`
      : pick(random, ['7', '{}', '[]', `{"a":{"fieldsV1":${set()}}}`, `{"a\\"fieldsV1":${set()}}`]);
  const entries = Array.from({ length: random() * 4 }, entry).join();
  const managed = random() < 0.95 ? `[${entries}]` : set();
  const again = random() < 0.05 ? `"managedFields":[${entry()}],` : '';
  const metadata = `{${again}"managedFields":${managed},"name":"a"}`;
  return `{"metadata":${metadata},"spec":{${random() < 0.1 ? `"fieldsV1":${set()}` : ''}}}`;
}

function fieldSetsOf(value: unknown): unknown[] {
  const metadata = isMapping(value) ? value['metadata'] : undefined;
  const entries = isMapping(metadata) ? metadata['managedFields'] : undefined;
  return Array.isArray(entries) ? entries.map((entry: unknown) => own(entry)) : [];
}

function own(entry: unknown): unknown {
  return isMapping(entry) ? entry['fieldsV1'] : undefined;
}

for (const seed of [1, 2, 3, 4]) {
  test(`shared field sets do not change the result of a parse (seed ${seed})`, () => {
    const random = createFakeRandom(seed);
    const lines = new BatchLineDecoder((event) => event, new FieldSets());
    const lists = [1, 300, 2 ** 16].map((bytes) => new ListDecoder(bytes, new FieldSets()));
    for (let round = 0; round < 500; round++) {
      const objects = Array.from({ length: 1 + random() * 4 }, () => randomObject(random));
      const events = objects.map((object) => asEvent(Buffer.from(object)));
      const got = outcome(() => [...lines.read(together(events))]);
      const wanted = outcome(() => events.map((event) => JSON.parse(event.toString()) as unknown));
      assert.deepStrictEqual(got, wanted, objects.join('\n'));
      const list = Buffer.from(`{"items":[${objects.join()}],"metadata":{}}`);
      const wantedList = outcome(() => JSON.parse(list.toString()) as unknown);
      for (const decoder of lists) {
        const gotList = outcome(() => decoder.read([list]));
        assert.deepStrictEqual(gotList, wantedList, list.toString());
      }
    }
  });
}

test('equal field sets are one frozen value after the first of them', () => {
  const managed = SETS.slice(0, 2).map((set) => `{"fieldsV1":${set},"time":"x"}`);
  const object = Buffer.from(`{"metadata":{"managedFields":[${managed.join()}]}}`);
  const lines = new BatchLineDecoder((event) => event, new FieldSets());
  const read = (): unknown[] =>
    [...lines.read(together([asEvent(object)]))].flatMap((event) =>
      isMapping(event) ? fieldSetsOf(event['object']) : [],
    );
  for (let i = 0; i < 3; i++) read();
  const [first, second] = [read(), read()];
  assert.equal(first.length, 2);
  for (const [i, set] of first.entries()) {
    assert.equal(set, second[i]);
    assert.ok(Object.isFrozen(set) && isMapping(set));
    assert.ok(Object.values(set).every((part) => Object.isFrozen(part)));
  }
});

test('a field set that is repeated after many different ones is soon found each time', () => {
  const sets = new FieldSets();
  const isFound = (set: string): boolean => sets.find(Buffer.from(`${set},`), 0) !== undefined;
  for (let uid = 0; uid < 1000; uid++) assert.equal(isFound(`{"f:owner":{"k:${uid}":{}}}`), false);
  const [repeated = ''] = SETS;
  const first = Array.from({ length: 100 }, () => isFound(repeated)).indexOf(true);
  assert.ok(first > 0, 'found after the first of them');
  for (let i = 0; i < 100; i++) assert.ok(isFound(repeated));
});
