import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { errorMessage } from '@vmgen/base/text';
import type { Transport } from '@vmgen/runtime';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { askExchanges } from '../record/exchanges/ask-exchanges.js';
import { comparable } from '../record/exchanges/comparable.js';
import type { ExchangeFile } from '../record/exchanges/exchange.js';
import { seeded } from '../support/seeded.js';
import type { Ask } from './ask-answers.js';
import { CLOSED_CONNECTION, listedReason } from './listed-differences.js';
import type { QuestionClass } from './questions.js';

/** The answers of both servers to one question. */
export interface Compared {
  readonly title: string;
  /** Equal to the answer of the embedded server, if the real server gave that at any time. */
  readonly real: JsonValue;
  readonly embedded: JsonValue;
}

/** The answers to a class of questions, by how they compare. */
export interface Comparison {
  readonly agreed: readonly Compared[];
  /** Differences of a mechanism that is listed, each with its reason. */
  readonly listed: readonly (Compared & { readonly reason: string })[];
  readonly others: readonly Compared[];
}

/** Asks both servers `count` questions of a class; the same ones for a seed. */
export async function compareClass(
  servers: { readonly real: Transport; readonly embedded: Transport },
  questions: QuestionClass,
  seed: number,
  count: number,
): Promise<Comparison> {
  const { name, kind, areScenarios = false, ask = askExchanges } = questions;
  const namespace = `compared-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  const asked = areScenarios ? Math.ceil(count / 10) : count;
  const file = { kind, namespace, ...questions.questions(seeded(seed), namespace, asked) };
  const askBoth: Ask = async (server, exchanges) => {
    const answers = Object.entries(await ask(server, exchanges));
    return Object.fromEntries(
      answers.map(([title, answer]) => [title, comparable(withSortedErrors(answer))]),
    );
  };
  const embedded = await askBoth(servers.embedded, file);
  const realServer = withClosedConnections(servers.real);
  const real = await askBoth(realServer, file);
  if (!areScenarios) await askAgain(realServer, askBoth, file, embedded, real);
  const compared = Object.entries(embedded).map(([title, answer]) => ({
    title,
    real: real[title] ?? null,
    embedded: answer,
  }));
  return sorted(compared);
}

/** A panic in a handler of kube-apiserver closes the connection, which is an answer here. */
function withClosedConnections(server: Transport): Transport {
  return {
    ...server,
    async request(request) {
      try {
        return await server.request(request);
      } catch (error) {
        if (!errorMessage(error).includes('socket hang up')) throw error;
        const text = (): Promise<string> => Promise.resolve(CLOSED_CONNECTION);
        return { status: 500, headers: {}, body: Readable.from([]), text };
      }
    },
  };
}

function sorted(compared: readonly Compared[]): Comparison {
  const differing = compared.filter((each) => !isDeepStrictEqual(each.real, each.embedded));
  const listed = differing.flatMap((each) => {
    const reason = listedReason(each);
    return reason === undefined ? [] : [{ ...each, reason }];
  });
  return {
    agreed: compared.filter((each) => !differing.includes(each)),
    listed,
    others: differing.filter((each) => listedReason(each) === undefined),
  };
}

/** How often a question with different answers is sent to the real server. */
const TIMES = 20;

/**
 * Sends the questions with different answers to the real server again: which of several errors it
 * reports depends on the random order of Go's maps.
 */
async function askAgain(
  server: Transport,
  ask: Ask,
  file: ExchangeFile,
  embedded: JsonObject,
  real: JsonObject,
): Promise<void> {
  for (let times = 1; times < TIMES; times++) {
    const exchanges = file.exchanges.filter(
      ({ title }) => !isDeepStrictEqual(real[title], embedded[title]),
    );
    if (exchanges.length === 0) return;
    const answers = await ask(server, { ...file, before: [], exchanges });
    for (const [title, answer] of Object.entries(answers)) {
      if (isDeepStrictEqual(answer, embedded[title])) real[title] = answer;
    }
  }
}

/** Several errors of one apply patch, which the real server lists in the random order of Go's maps. */
const LISTED_ERRORS = /(?<=errors:\n)(?: {2}.*(?:\n|$))+/g;

function withSortedErrors(answer: JsonValue): JsonValue {
  const sortedErrors = (errors: string): string => errors.trimEnd().split('\n').sort().join('\n');
  return mapTexts(answer, (text) => text.replace(LISTED_ERRORS, sortedErrors));
}

function mapTexts(value: JsonValue, replace: (text: string) => string): JsonValue {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, mapTexts(member, replace)]),
  );
}
