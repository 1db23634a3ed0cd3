import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import { KeptRecordings, type RecordingOptions } from './kept-recordings.js';

function keep(options: RecordingOptions) {
  const kept = new KeptRecordings(createFakeClock(), options);
  const add = (key: string, text: string): void =>
    kept.add({ controller: 'sites', key, error: 'Error: no' }, { text });
  const texts = () => Array.from({ length: 200 }, (_, id) => kept.text(id)).filter(Boolean);
  return { kept, add, texts };
}

test('keeps the last recordings of each object', () => {
  const { add, texts } = keep({ perObject: 2 });
  for (const text of ['a1', 'a2', 'a3']) add('default/a', text);
  add('default/b', 'b1');
  assert.deepEqual(texts(), ['a2', 'a3', 'b1']);
});

test('removes the oldest recordings beyond its memory, whatever their keys are', () => {
  const { add, texts, kept } = keep({ bytes: 65_536 });
  for (let at = 0; at < 20; at++) add(`default/${at}`, `${at} ${'é'.repeat(5_000)}`);
  assert.deepEqual(
    texts().map((text) => text?.split(' ')[0]),
    ['15', '16', '17', '18', '19'],
  );
  for (let at = 0; at < 100; at++) add(`${at} ${'k'.repeat(1_000_000)}`, 'x');
  assert.ok(kept.size < 40, `${kept.size}`);
  assert.ok(JSON.stringify(kept.list()).length < 65_536);
});

test('rejects limits that are not valid', () => {
  assert.throws(() => keep({ perObject: 0 }), { code: 'ERR_VMGEN_ARGUMENT' });
  assert.throws(() => keep({ bytes: 1_000 }), { code: 'ERR_VMGEN_ARGUMENT' });
});
