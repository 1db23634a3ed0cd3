import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LineMap } from './line-map.js';

const TEXTS = fc.array(fc.constantFrom('a', '\n', '\r\n', '\r', '\u2028', '\u2029', '\u{1f600}'));

test('each offset has one place, and the place leads back to the offset', () => {
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

test('the lines of a text are those of an editor, without what ends them', () => {
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
