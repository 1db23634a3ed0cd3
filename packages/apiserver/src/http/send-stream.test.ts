import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { systemClock } from '@vmgen/runtime/async';
import { MemoryBudget } from '../storage/memory-budget.js';
import { sendStream } from './send-stream.js';

const limits = () => ({ clock: systemClock, readMs: 60_000, memory: new MemoryBudget(1_000_000) });

/** A writable that records each write as text. */
function recorder(): { writes: string[]; target: Writable } {
  const writes: string[] = [];
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk.toString());
      done();
    },
  });
  return { writes, target };
}

test('sends the chunks before an error', async () => {
  const { writes, target } = recorder();
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    throw new Error('no more');
  };
  await assert.rejects(sendStream(target, chunks(), limits()), /no more/);
  assert.deepEqual(writes, ['a']);
});

test('writes each chunk at once', async () => {
  const { writes, target } = recorder();
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    assert.deepEqual(writes, ['a']);
    yield Buffer.from('b');
    assert.deepEqual(writes, ['a', 'b']);
  };
  await sendStream(target, chunks(), limits());
});
