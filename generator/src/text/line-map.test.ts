import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LineMap } from './line-map.js';

const TEXTS = fc.array(fc.constantFrom('a', '\n', '\r\n', '\r', '\u2028', '\u2029', '\u{1f600}'));

test('converts each offset to a position and back', () => {
  fc.assert(
    fc.property(TEXTS, (parts) => {
      const text = parts.join('');
      const map = new LineMap(text);
      for (let offset = 0; offset <= text.length; offset++) {
        const place = map.placeOf(offset);
        assert.equal(map.offsetOf(place), offset);
        assert.equal(place.line, text.slice(0, offset).split('\n').length);
      }
    }),
  );
});

test('splits a text into the lines of an editor, without line endings', () => {
  fc.assert(
    fc.property(TEXTS, (parts) => {
      const text = parts.join('');
      const map = new LineMap(text);
      const lines = text.split(/\r?\n/);
      assert.deepEqual(
        lines.map((_, index) => map.textOf(index + 1)),
        lines,
      );
      assert.equal(map.textOf(lines.length + 1), undefined);
    }),
  );
});
