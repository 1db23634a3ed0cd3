import type { Transport, TransportResponse } from '@vmgen/runtime';
import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { prepareExchanges, sendExchange } from '../record/exchanges/ask-exchanges.js';
import { canonicalJson } from '@vmgen/runtime/internal';
import { parseYamlBody } from '@vmgen/base/yaml';
import type { Exchange, ExchangeFile } from '../record/exchanges/exchange.js';
import { withoutVolatile } from '../record/exchanges/without-volatile.js';

/** Asks the questions of a file and returns the answers by title. */
export type Ask = (server: Transport, file: ExchangeFile) => Promise<JsonObject>;

const asking =
  (read: (response: TransportResponse, text: string) => JsonValue): Ask =>
  async (server, file) => {
    await prepareExchanges(server, file);
    const answers: JsonObject = {};
    for (const exchange of file.exchanges) {
      const response = await sendExchange(server, exchange);
      answers[exchange.title] = read(response, await response.text());
    }
    return answers;
  };

/** Returns each answer as a value, with its media type and whether it ends with a line feed. */
export const askValues: Ask = asking(({ status, headers }, text) => ({
  status,
  type: headers['content-type'] ?? null,
  endsLine: text.endsWith('\n'),
  value: withoutVolatile(valueOf(text, headers['content-type'] ?? ''), ''),
}));

function valueOf(text: string, type: string): JsonValue {
  if (type.includes('yaml')) return parseYamlBody(text);
  return type.includes('json') ? parseJson(text) : text;
}

/** Returns the managed fields of each answer, sorted: their order depends on the time. */
export const askOwners: Ask = asking(({ status }, text): JsonObject => {
  const { metadata, message = null } = objectIn(text);
  const owners = isJsonObject(metadata) ? metadata['managedFields'] : undefined;
  if (!Array.isArray(owners)) return { status, message: withoutVolatile(message, '') };
  return {
    status,
    owners: withoutVolatile(owners, '')
      .map((owner) => canonicalJson(owner))
      .sort(),
  };
});

const SETTLED_AFTER_MS = 250;
const SETTLES_WITHIN_MS = 5000;

/** The real server looks every five seconds whether the objects of a definition are gone. */
const GONE_WITHIN_MS = 12_000;

/**
 * Sends the requests of a file, whose titles begin with the number of a scenario (`3.1 `). Scenarios
 * run at the same time. A GET is repeated until its answer no longer changes, for controllers work
 * between two requests.
 */
export const askScenarios: Ask = async (server, file) => {
  await prepareExchanges(server, file);
  const scenarios = new Map<string, Exchange[]>();
  for (const exchange of file.exchanges) {
    const [id = ''] = exchange.title.split('.');
    const known = scenarios.get(id);
    if (known === undefined) scenarios.set(id, [exchange]);
    else known.push(exchange);
  }
  const pending = [...scenarios];
  const answers: JsonObject = {};
  const work = async (): Promise<void> => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const [id, exchanges] = next;
      const steps: JsonObject = {};
      for (const exchange of exchanges) steps[exchange.title] = await settled(server, exchange);
      answers[id] = steps;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
};

/** The real server deletes the objects of five definitions at a time. */
const AT_ONCE = 4;

const isGone = (answer: JsonValue): boolean => isJsonObject(answer) && answer['code'] === 404;

async function settled(server: Transport, exchange: Exchange): Promise<JsonValue> {
  let answer = await stateAfter(server, exchange);
  if (exchange.method !== 'GET') return answer;
  const start = Date.now();
  if (exchange.path.includes('until=gone')) {
    while (!isGone(answer) && Date.now() < start + GONE_WITHIN_MS) {
      await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS));
      answer = await stateAfter(server, exchange);
    }
    return answer;
  }
  const end = start + SETTLES_WITHIN_MS;
  for (let since = start; Date.now() - since < SETTLED_AFTER_MS && Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS / 5));
    const next = await stateAfter(server, exchange);
    if (stringifyJson(next) !== stringifyJson(answer)) since = Date.now();
    answer = next;
  }
  return answer;
}

/** Returns the status of an object, its generation and finalizers, or the error that the server answers. */
async function stateAfter(server: Transport, exchange: Exchange): Promise<JsonValue> {
  const response = await sendExchange(server, exchange);
  const { status, metadata, message = null, kind } = objectIn(await response.text());
  if (kind === 'Status') return { code: response.status, message: withoutVolatile(message, '') };
  const { finalizers, generation, deletionTimestamp } = isJsonObject(metadata) ? metadata : {};
  return {
    code: response.status,
    generation: generation ?? null,
    finalizers: finalizers ?? null,
    isDeleting: deletionTimestamp !== undefined,
    status: withoutVolatile(status ?? null, ''),
  };
}

function objectIn(text: string): JsonObject {
  if (!text.startsWith('{')) return {};
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
