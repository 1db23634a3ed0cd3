import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { labelSelectorFrom, parseLabelSelector } from '@vmgen/runtime';
import { parseFieldSelector, SelectorError } from '@vmgen/runtime/meta';
import { fieldTexts, labelTexts, selectorObjects, sets } from '../record/selector-questions.js';
import { inRepository } from '../support/repository.js';

/** The answers of apimachinery: the printed form of a selector and the sets that it matches, or the error. */
interface Answer {
  readonly printed: string;
  readonly matches: readonly number[] | null;
  readonly error?: string;
}

type Answers = Readonly<Record<string, Answer>>;

const recorded = JSON.parse(
  readFileSync(inRepository('packages/runtime', 'testdata', 'recorded', 'selectors.json'), 'utf8'),
) as { labels: Answers; objects: Answers; fields: Answers };

type Matches = (set: Readonly<Record<string, string>>) => boolean;

/** What we say, in the shape of the recording. */
function answer(read: () => { readonly matches: Matches; toString(): string }): Answer {
  try {
    const selector = read();
    const matches = sets.flatMap((set, i) => (selector.matches(set) ? [i] : []));
    return { printed: selector.toString(), matches };
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return { printed: '', matches: null, error: error.message };
  }
}

const labelAnswer = (text: string): Answer => answer(() => parseLabelSelector(text));

const fieldAnswer = (text: string): Answer =>
  answer(() => {
    const selector = parseFieldSelector(text);
    return {
      matches: (set) => selector.matches((field) => (Object.hasOwn(set, field) ? set[field] : '')),
      toString: () => selector.toString(),
    };
  });

describe('selectors are parsed, printed and matched as by apimachinery', () => {
  test('from texts over labels', () => {
    for (const text of labelTexts) {
      assert.deepEqual(labelAnswer(text), recorded.labels[text], JSON.stringify(text));
    }
  });

  test('from objects over labels', () => {
    for (const object of selectorObjects) {
      const text = JSON.stringify(object);
      assert.deepEqual(
        answer(() => labelSelectorFrom(object)),
        recorded.objects[text],
        text,
      );
    }
  });

  test('from texts over fields', () => {
    for (const text of fieldTexts) {
      assert.deepEqual(fieldAnswer(text), recorded.fields[text], JSON.stringify(text));
    }
  });

  test('contain many valid and many invalid selectors', () => {
    for (const [over, answers] of Object.entries(recorded)) {
      const wrong = Object.values(answers).filter(({ error }) => error !== undefined).length;
      const right = Object.values(answers).length - wrong;
      assert.ok(right > 100 && wrong > 40, `over ${over}: ${right} right, ${wrong} wrong`);
    }
  });
});
