import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { askGo } from './ask-go.js';
import { quantityPairs, quantityTexts } from './quantity-questions.js';
import type { Recording } from './recording.js';
import { fieldTexts, labelTexts, selectorObjects, sets } from './selector-questions.js';

/** What apimachinery reads selectors and quantities as. */
export const selectorRecordings: readonly Recording[] = [
  {
    file: 'packages/runtime/testdata/recorded/selectors.json',
    async record({ goAnswers }) {
      const { labels, objects, fields } = (await askGo(goAnswers, 'selectors', {
        labels: [...labelTexts],
        // They are JSON, of a type that does not say so.
        objects: selectorObjects as unknown as JsonValue,
        fields: [...fieldTexts],
        sets: sets.map((set) => ({ ...set })),
      })) as { labels: JsonValue[]; objects: JsonValue[]; fields: JsonValue[] };
      return {
        labels: byText(labelTexts, labels),
        objects: byText(
          selectorObjects.map((object) => JSON.stringify(object)),
          objects,
        ),
        fields: byText(fieldTexts, fields),
      };
    },
  },
  {
    file: 'packages/runtime/testdata/recorded/quantities.json',
    async record({ goAnswers }) {
      const { texts, pairs } = (await askGo(goAnswers, 'quantities', {
        texts: [...quantityTexts],
        pairs: quantityPairs.map((pair) => [...pair]),
      })) as { texts: JsonValue[]; pairs: JsonValue[] };
      return {
        texts: byText(quantityTexts, texts),
        pairs: byText(
          quantityPairs.map((pair) => pair.join(' ')),
          pairs,
        ),
      };
    },
  },
];

function byText(texts: readonly string[], answers: readonly JsonValue[]): JsonObject {
  return Object.fromEntries(texts.map((text, i) => [text, answers[i] ?? null]));
}
