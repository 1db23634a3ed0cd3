import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DocumentText, type Encoding } from './document-text.js';

const TEXT = 'a\r\nbä🎉c\rd\n\ne';
const ENCODINGS: readonly Encoding[] = ['utf-8', 'utf-16'];

describe('positions of the protocol', () => {
  const places: readonly (readonly [part: string, line: number, utf16: number, utf8: number])[] = [
    ['a', 0, 0, 0],
    ['b', 1, 0, 0],
    ['🎉', 1, 2, 3],
    ['c', 1, 4, 7],
    ['d', 2, 0, 0],
    ['e', 4, 0, 0],
  ];
  for (const [part, line, utf16, utf8] of places) {
    test(`lead to ${part} and back, in both encodings`, () => {
      for (const [encoding, character] of [
        ['utf-16', utf16],
        ['utf-8', utf8],
      ] as const) {
        const text = new DocumentText(TEXT, encoding);
        assert.deepEqual(text.positionOf(TEXT.indexOf(part)), { line, character });
        assert.equal(text.offsetOf({ line, character }), TEXT.indexOf(part));
      }
    });
  }

  test('beyond a line or the text are at its end', () => {
    for (const encoding of ENCODINGS) {
      const text = new DocumentText(TEXT, encoding);
      assert.equal(text.offsetOf({ line: 0, character: 99 }), 1);
      assert.equal(text.offsetOf({ line: 1, character: 99 }), TEXT.indexOf('c') + 1);
      assert.equal(text.offsetOf({ line: 99, character: 0 }), TEXT.length);
      assert.deepEqual(text.positionOf(99), { line: 4, character: 1 });
    }
  });

  test('inside a character are at its start', () => {
    const text = new DocumentText('ä🎉', 'utf-8');
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 6].map((character) => text.offsetOf({ line: 0, character })),
      [0, 0, 1, 1, 1, 1, 3],
    );
  });

  test('return to the same offset in any text', () => {
    const character = fc.constantFrom('a', 'ä', '🎉', '\r\n', '\n', '\r', '\u2028');
    const texts = fc.array(character, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.constantFrom(...ENCODINGS), (text, encoding) => {
        const document = new DocumentText(text, encoding);
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
    const text = new DocumentText('one\ntwo\n', 'utf-16').changed([
      {
        range: { start: { line: 0, character: 3 }, end: { line: 0, character: 3 } },
        text: '\nnew',
      },
      { range: { start: { line: 1, character: 0 }, end: { line: 2, character: 1 } }, text: 'T' },
    ]);
    assert.equal(text.text, 'one\nTwo\n');
  });

  test('without a range replace the text', () => {
    assert.equal(new DocumentText('a', 'utf-16').changed([{ text: 'b' }]).text, 'b');
  });

  test('with a range that ends before its start insert', () => {
    const range = { start: { line: 0, character: 2 }, end: { line: 0, character: 1 } };
    const text = new DocumentText('abc', 'utf-16').changed([{ range, text: '-' }]);
    assert.equal(text.text, 'ab-c');
  });
});
