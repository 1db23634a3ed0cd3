import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { IDLE, KeyEntries } from './key-entries.js';

const BUSY = 1;

describe('key entries', () => {
  test('limit the number of idle keys', () => {
    const entries = new KeyEntries();
    const busy = entries.wake('busy', undefined, BUSY);
    for (let i = 0; i < 50_000; i++) entries.rest(entries.wake(`k${i}`, undefined, BUSY));
    assert.ok(entries.size <= 1026, `${entries.size}`);
    assert.equal(entries.find('busy'), busy);
  });

  test('reuse the entry of a key that is added again', () => {
    const entries = new KeyEntries();
    const entry = entries.wake('a', undefined, BUSY);
    entries.rest(entry);
    assert.equal(entry.state, IDLE);
    assert.equal(entries.wake('a', entries.find('a'), BUSY), entry);
    assert.equal(entry.state, BUSY);
    assert.equal(entries.size, 1);
  });

  test('keep entries in use during a sweep', () => {
    const entries = new KeyEntries();
    const used = Array.from({ length: 1000 }, (_, i) => entries.wake(`used${i}`, undefined, BUSY));
    for (let i = 0; i < 20_000; i++)
      entries.rest(entries.wake(`k${i % 9000}`, entries.find(`k${i % 9000}`), BUSY));
    for (const entry of used) assert.equal(entries.find(entry.key), entry);
    assert.ok(entries.size <= 8001, `${entries.size}`);
  });
});
