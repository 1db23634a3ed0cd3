import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DocumentText } from './document-text.js';

const TEXT = 'a\r\nbä🎉c\rd\n\ne';

describe('positions of the protocol', () => {
  for (const [part, line, character] of [
    ['a', 0, 0],
    ['b', 1, 0],
    ['🎉', 1, 2],
    ['c', 1, 4],
    ['d', 2, 0],
    ['e', 4, 0],
  ] as const) {
    test(`lead to ${part} and back`, () => {
      const text = new DocumentText(TEXT);
      assert.deepEqual(text.positionOf(TEXT.indexOf(part)), { line, character });
      assert.equal(text.offsetOf({ line, character }), TEXT.indexOf(part));
    });
  }

  test('beyond a line or the text are at its end', () => {
    const text = new DocumentText(TEXT);
    assert.equal(text.offsetOf({ line: 0, character: 99 }), 1);
    assert.equal(text.offsetOf({ line: 1, character: 99 }), TEXT.indexOf('c') + 1);
    assert.equal(text.offsetOf({ line: 99, character: 0 }), TEXT.length);
    assert.deepEqual(text.positionOf(99), { line: 4, character: 1 });
  });

  test('return to the same offset in any text', () => {
    const character = fc.constantFrom('a', 'ä', '🎉', '\r\n', '\n', '\r', '\u2028');
    const texts = fc.array(character, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const document = new DocumentText(text);
        let offset = 0;
        // Between two characters; the middle of CRLF is in no line.
        for (const part of text.match(/\r\n|[^]/gu) ?? []) {
          assert.equal(document.offsetOf(document.positionOf(offset)), offset);
          offset += part.length;
        }
      }),
    );
  });
});

describe('changes of a text', () => {
  test('are applied one after the other', () => {
    const text = new DocumentText('one\ntwo\n').changed([
      {
        range: { start: { line: 0, character: 3 }, end: { line: 0, character: 3 } },
        text: '\nnew',
      },
      { range: { start: { line: 1, character: 0 }, end: { line: 2, character: 1 } }, text: 'T' },
    ]);
    assert.equal(text.text, 'one\nTwo\n');
  });

  test('without a range replace the text', () => {
    assert.equal(new DocumentText('a').changed([{ text: 'b' }]).text, 'b');
  });

  test('with a range that ends before its start insert', () => {
    const range = { start: { line: 0, character: 2 }, end: { line: 0, character: 1 } };
    const text = new DocumentText('abc').changed([{ range, text: '-' }]);
    assert.equal(text.text, 'ab-c');
  });
});
