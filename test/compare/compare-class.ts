import type { Transport } from '@vmgen/runtime';
import type { JsonObject, JsonValue } from '@vmgen/crd/internal/json';
import { askExchanges } from '../record/exchanges/ask-exchanges.js';
import type { Exchange, ExchangeFile } from '../record/exchanges/exchange.js';
import { seeded } from '../support/seeded.js';
import type { QuestionClass } from './questions.js';

/** What both servers answered to one question. */
export interface Compared {
  readonly title: string;
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
  const [expected, given]: [JsonObject, JsonObject] = [
    await askExchanges(real, file),
    await askExchanges(embedded, file),
  ];
  return Object.entries(expected).map(([title, answer]) => ({
    title,
    real: answer,
    embedded: given[title] ?? null,
  }));
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
