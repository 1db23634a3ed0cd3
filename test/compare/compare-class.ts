import { isDeepStrictEqual } from 'node:util';
import type { Transport } from '@vmgen/runtime';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { askExchanges } from '../record/exchanges/ask-exchanges.js';
import type { Exchange, ExchangeFile } from '../record/exchanges/exchange.js';
import { seeded } from '../support/seeded.js';
import type { QuestionClass } from './questions.js';

/** What both servers answered to one question. */
interface Compared {
  readonly title: string;
  /** The answer that is the embedded server's too, where the real server gave it at any time. */
  readonly real: JsonValue;
  readonly embedded: JsonValue;
}

/** Asks both servers `count` questions of a class; the same ones for a seed. */
export async function compareClass(
  { real, embedded }: { readonly real: Transport; readonly embedded: Transport },
  questions: QuestionClass,
  seed: number,
  count: number,
): Promise<Compared[]> {
  const file = exchangesOf(questions, seed, count);
  const given = await askExchanges(embedded, file);
  const expected: JsonObject[] = [];
  while (expected.length < TIMES) expected.push(await askExchanges(real, file));
  return Object.keys(given).map((title) => {
    const answer = withSortedErrors(given[title] ?? null);
    const answers = expected.map((each) => withSortedErrors(each[title] ?? null));
    const same = answers.find((each) => isDeepStrictEqual(each, answer));
    return { title, real: same ?? answers[0] ?? null, embedded: answer };
  });
}

/**
 * How often the real server is asked. Of several mistakes it names the one that the random order of Go's
 * maps puts first, so that it may answer the same question differently.
 */
const TIMES = 3;

/** Several errors of one apply patch: the real server lists them in the random order of Go's maps. */
const LISTED_ERRORS = /(?<=errors:\n)(?: {2}.*(?:\n|$))+/g;

function withSortedErrors(answer: JsonValue): JsonValue {
  const sorted = (errors: string): string => errors.trimEnd().split('\n').sort().join('\n');
  const text = JSON.stringify(answer, (_, value: JsonValue) =>
    typeof value === 'string' ? value.replace(LISTED_ERRORS, sorted) : value,
  );
  return JSON.parse(text) as JsonValue;
}

function exchangesOf(questions: QuestionClass, seed: number, count: number): ExchangeFile {
  const { name, kind } = questions;
  const draw = seeded(seed);
  const namespace = `compared-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  const collection = questions.collection(namespace);
  const base = questions.base(namespace);
  const create: Exchange = {
    title: '',
    method: 'POST',
    path: `${collection}?fieldManager=m`,
    contentType: 'application/json',
    accept: 'application/json',
    body: base,
    isRaw: false,
  };
  const exchanges = Array.from({ length: count }, (_, i): Exchange => {
    const { method, path, contentType, body } = questions.question(draw, base);
    return {
      title: `${i + 1}: ${method} ${path} ${contentType} ${body}`,
      method,
      path: collection + path,
      contentType,
      accept: 'application/json',
      body,
      isRaw: true,
    };
  });
  return { kind, namespace, before: [create], exchanges };
}
