import type { Transport, TransportResponse } from '@vmgen/runtime';
import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { verdictOf } from '../../support/ask.js';
import { waitFor } from '../../support/wait-for.js';
import type { Exchange, ExchangeFile } from './exchange.js';
import { differenceBetween } from './difference.js';
import { withoutVolatile } from './without-volatile.js';

const SERVED_WITHIN_MS = 60_000;

/** Creates the namespace of a file and what its requests need. */
export async function prepareExchanges(server: Transport, file: ExchangeFile): Promise<void> {
  await sendExchange(server, {
    method: 'POST',
    path: '/api/v1/namespaces',
    contentType: 'application/json',
    accept: 'application/json',
    isRaw: false,
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: file.namespace } },
  });
  for (const exchange of file.before) {
    await waitFor('the kind is served', SERVED_WITHIN_MS, async () => {
      const { status } = await sendExchange(server, exchange);
      return status === 404 || status === 429 ? undefined : true;
    });
  }
}

/** Sends the requests of a file and returns the answers by title. */
export async function askExchanges(server: Transport, file: ExchangeFile): Promise<JsonObject> {
  await prepareExchanges(server, file);
  const answers: JsonObject = {};
  const last = new Map<string, string>();
  // Consecutive watches are sent together: they change nothing, and each lasts until its timeout.
  let watches: Promise<void>[] = [];
  for (const exchange of file.exchanges) {
    const { title } = exchange;
    if (Object.hasOwn(answers, title)) throw new Error(`${file.kind} asks ${title} twice`);
    answers[title] = null;
    const ask = async (): Promise<void> => {
      answers[title] = await answerTo(server, completed(exchange, last), last);
    };
    if (isWatch(exchange)) {
      watches.push(ask());
    } else {
      await Promise.all(watches);
      watches = [];
      await ask();
    }
  }
  await Promise.all(watches);
  return answers;
}

/** Replaces the variables of a request by values of earlier answers. */
function completed(exchange: Exchange, last: ReadonlyMap<string, string>): Exchange {
  const complete = (text: string): string =>
    text.replaceAll(
      /\$(uid|version|continue)\b/g,
      (whole, name: string) => last.get(name) ?? whole,
    );
  const { path, body } = exchange;
  return {
    ...exchange,
    path: complete(path),
    body: body === undefined ? undefined : parseJson(complete(stringifyJson(body))),
  };
}

function remember(metadata: JsonValue | undefined, last: Map<string, string>): void {
  if (!isJsonObject(metadata)) return;
  for (const [name, field] of [
    ['uid', 'uid'],
    ['version', 'resourceVersion'],
    ['continue', 'continue'],
  ] as const) {
    const value = metadata[field];
    if (typeof value === 'string' && value !== '') last.set(name, value);
  }
}

/** The answer of a server, without values that differ between runs. */
async function answerTo(
  server: Transport,
  exchange: Exchange,
  last: Map<string, string>,
): Promise<JsonObject> {
  const before = exchange.method === 'PATCH' ? await objectAt(server, exchange) : undefined;
  const response = await sendExchange(server, exchange);
  const text = await response.text();
  if (isWatch(exchange) && response.status === 200 && !/^\{"(kind|apiVersion)"/.test(text)) {
    return { status: 200, events: eventsIn(text) };
  }
  const body = objectIn(text);
  if (body === undefined) return { status: response.status, text };
  const { status, message, causes, warnings } = verdictOf(response, body);
  if (status < 300) remember(body['metadata'], last);
  return {
    status,
    ...(status < 300
      ? contentOf(body, before ?? exchange.body, exchange)
      : {
          message: withoutVolatile(message, ''),
          ...(causes.length > 1 ? { causes: withoutVolatile([...causes], '') } : {}),
          ...refusalOf(body),
        }),
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
  };
}

/** Whatever the word is, unless it says no; but one object by its name is not watched. */
const isWatch = ({ path }: Exchange): boolean => /[?&]watch=(?!false\b)/.test(path);

/** What programs read of a refusal: its reason, and what it is about. */
function refusalOf({ reason, details }: JsonObject): JsonObject {
  const { name, group, kind, retryAfterSeconds } = isJsonObject(details) ? details : {};
  const about = Object.entries({ name, group, kind, retryAfterSeconds }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key} ${stringifyJson(value)}`],
  );
  return {
    reason: reason ?? null,
    ...(about.length > 0 ? { about: withoutVolatile(about.join(', '), '') } : {}),
  };
}

/** The object that a patch is for. */
async function objectAt(server: Transport, { path }: Exchange): Promise<JsonObject | undefined> {
  const response = await server.request({ method: 'GET', path: path.replace(/\?.*/, '') });
  const text = await response.text();
  return response.status === 200 ? objectIn(text) : undefined;
}

function contentOf(
  body: JsonObject,
  before: JsonValue | undefined,
  exchange: Exchange,
): JsonObject {
  const sent = stringifyJson(exchange.body ?? null);
  const items = body['items'];
  if (body['kind'] === 'Table') return tableOf(body);
  if (Array.isArray(items)) {
    return { kind: body['kind'] ?? null, items: items.map(nameOf), ...pageOf(body['metadata']) };
  }
  const isApply = exchange.contentType.includes('apply');
  return differenceBetween(
    comparable(isJsonObject(before) ? before : {}, sent, isApply),
    comparable(body, sent, isApply),
  );
}

/** What every object has says nothing; its owners matter where they are what is asked about. */
function comparable(object: JsonObject, sent: string, withOwners: boolean): JsonObject {
  const result = withoutVolatile(object, sent);
  const { metadata } = result;
  if (isJsonObject(metadata)) {
    for (const name of ['uid', 'resourceVersion', 'creationTimestamp', 'namespace']) {
      Reflect.deleteProperty(metadata, name);
    }
    const { managedFields: owners } = metadata;
    if (withOwners && Array.isArray(owners)) metadata['managedFields'] = byManager(owners);
    else delete metadata['managedFields'];
  }
  return result;
}

function byManager(owners: readonly JsonValue[]): JsonObject {
  const entries = owners.filter(isJsonObject).map((owner): [string, JsonValue] => {
    const { manager = '', operation = '', subresource = '', apiVersion = '' } = owner;
    const name = [manager, operation, apiVersion, subresource].map((part) => JSON.stringify(part));
    return [name.join(' ').replaceAll('"', ''), owner['fieldsV1'] ?? {}];
  });
  return Object.fromEntries(entries);
}

const nameOf = (item: JsonValue): JsonValue => {
  const metadata = isJsonObject(item) ? item['metadata'] : undefined;
  return isJsonObject(metadata) ? (metadata['name'] ?? null) : null;
};

/** Where a list is one page of several, that there is more, and how much. */
function pageOf(metadata: JsonValue | undefined): JsonObject {
  const { continue: more = '', remainingItemCount } = isJsonObject(metadata) ? metadata : {};
  return {
    ...(more === '' ? {} : { continue: true }),
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  };
}

/**
 * Each event of a watch: its type, whom it is about, and what a refusal in it says. Bookmarks that
 * end nothing come where others write at the same time, and are left out.
 */
function eventsIn(text: string): JsonValue[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.flatMap((line) => {
    const event = eventIn(line);
    const [type, , , annotations] = event;
    const isPlain = type === 'BOOKMARK' && JSON.stringify(annotations) === '{}';
    return isPlain ? [] : [event];
  });
}

function eventIn(line: string): JsonValue[] {
  const { type = null, object } = objectIn(line) ?? {};
  if (!isJsonObject(object)) return [type];
  const { kind = null, metadata, message, code } = object;
  const annotations = isJsonObject(metadata) ? metadata['annotations'] : undefined;
  if (kind === 'Table') return [type, tableOf(object)];
  if (type === 'ERROR') return [type, code ?? null, withoutVolatile(message ?? null, '')];
  return [type, kind, nameOf(object), ...(type === 'BOOKMARK' ? [annotations ?? {}] : [])];
}

/** Without the sentences of its columns. */
function tableOf(table: JsonObject): JsonObject {
  const columns = Array.isArray(table['columnDefinitions']) ? table['columnDefinitions'] : [];
  const rows = Array.isArray(table['rows']) ? table['rows'].filter(isJsonObject) : [];
  return {
    columns: columns.filter(isJsonObject).map((column) => {
      const { name = '', type = '', format = '', priority = 0 } = column;
      return [name, type, format, priority];
    }),
    rows: rows.map(({ cells }) => withoutVolatile(Array.isArray(cells) ? cells : [], '')),
  };
}

function objectIn(text: string): JsonObject | undefined {
  if (!text.startsWith('{')) return undefined;
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}

/** Sends one request of a file. */
export const sendExchange = (
  server: Transport,
  { method, path, contentType, accept, body, isRaw }: Omit<Exchange, 'title'>,
): Promise<TransportResponse> =>
  server.request({
    method,
    path,
    headers: { 'content-type': contentType, accept },
    ...(body === undefined
      ? {}
      : { body: isRaw && typeof body === 'string' ? body : stringifyJson(body) }),
  });
