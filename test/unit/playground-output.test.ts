import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import { OutputGroups, SHOW_AFTER_MS } from '../../site/playground/src/core/output-groups.js';
import { SPEAK_AFTER_MS, SpokenText } from '../../site/playground/src/core/spoken-text.js';
import { visibleText } from '../../site/playground/src/core/visible-text.js';

describe('a spoken text', () => {
  test('is read out when typing pauses, and only if it has changed', async () => {
    const clock = createFakeClock();
    const spoken: string[] = [];
    const text = new SpokenText((each) => spoken.push(each), clock);
    for (const each of ['1 error.', '2 errors.', '1 error.']) {
      text.set(each);
      await clock.advance(SPEAK_AFTER_MS - 1);
    }
    assert.deepEqual(spoken, []);
    await clock.advance(1);
    assert.deepEqual(spoken, ['1 error.']);
    text.set('No problems.');
    text.set('1 error.');
    await clock.advance(SPEAK_AFTER_MS);
    assert.deepEqual(spoken, ['1 error.']);
  });
});

describe('the output of a command', () => {
  const setUp = () => {
    const clock = createFakeClock();
    const shown: string[] = [];
    const groups = new OutputGroups<string>((parts) => shown.push(parts.join(' ')), clock);
    return { clock, shown, groups };
  };

  test('is one message', async () => {
    const { clock, shown, groups } = setUp();
    for (const line of ['a', 'b', 'c']) groups.add(line);
    assert.deepEqual(shown, []);
    groups.end();
    groups.end();
    await clock.advance(SHOW_AFTER_MS - 1);
    groups.add('the next one');
    await clock.advance(SHOW_AFTER_MS - 1);
    assert.deepEqual(shown, ['a b c']);
  });

  test('is shown while the command continues to run', async () => {
    const { clock, shown, groups } = setUp();
    groups.add('a');
    await clock.advance(SHOW_AFTER_MS - 1);
    groups.add('b');
    await clock.advance(1);
    groups.add('c');
    await clock.advance(SHOW_AFTER_MS - 1);
    assert.deepEqual(shown, ['a b']);
    await clock.advance(1);
    assert.deepEqual(shown, ['a b', 'c']);
  });

  test('is forgotten on request', async () => {
    const { clock, shown, groups } = setUp();
    groups.add('a');
    groups.clear();
    await clock.advance(SHOW_AFTER_MS);
    assert.deepEqual(shown, []);
  });
});

test('a visible text shows the numbers of characters that hide or reorder others', () => {
  const text = 'a\u202eb\u2066c\u200bd\u001b[31m\u2028\ud800';
  const expected = 'a\\u{202e}b\\u{2066}c\\u{200b}d\\u{1b}[31m\\u{2028}\\u{d800}';
  assert.equal(visibleText(text), expected);
  const plain = 'NAME\tGröße 😀\n';
  assert.equal(visibleText(plain), plain);
});
