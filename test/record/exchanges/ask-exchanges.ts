import type { Transport, TransportResponse } from '@vmgen/runtime';
import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '@vmgen/crd/internal/json';
import { verdictOf } from '../../support/ask.js';
import type { Exchange, ExchangeFile } from './exchange.js';
import { differenceBetween } from './difference.js';
import { withoutVolatile } from './without-volatile.js';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

/** Asks all of a file, and gives what was answered to each, by title. */
export async function askExchanges(server: Transport, file: ExchangeFile): Promise<JsonObject> {
  await send(server, {
    title: '',
    method: 'POST',
    path: '/api/v1/namespaces',
    contentType: 'application/json',
    asTable: false,
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: file.namespace } },
  });
  for (const exchange of file.before) await send(server, exchange);
  const answers: JsonObject = {};
  for (const exchange of file.exchanges) {
    const { title } = exchange;
    if (Object.hasOwn(answers, title)) throw new Error(`${file.kind} asks ${title} twice`);
    answers[title] = await answerTo(server, exchange);
  }
  return answers;
}

/** What a server says, without what differs from one run to the next, and from what it was told. */
async function answerTo(server: Transport, exchange: Exchange): Promise<JsonObject> {
  const before = exchange.method === 'PATCH' ? await objectAt(server, exchange) : undefined;
  const response = await send(server, exchange);
  const text = await response.text();
  const body = objectIn(text);
  if (body === undefined) return { status: response.status, text };
  const { status, message, causes, warnings } = verdictOf(response, body);
  return {
    status,
    ...(status < 300
      ? contentOf(body, before ?? exchange.body, exchange)
      : {
          message: withoutVolatile(message, ''),
          ...(causes.length > 1 ? { causes: withoutVolatile([...causes], '') } : {}),
        }),
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
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
  if (Array.isArray(items)) return { kind: body['kind'] ?? null, items: items.map(nameOf) };
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

const send = (server: Transport, exchange: Exchange): Promise<TransportResponse> =>
  server.request({
    method: exchange.method,
    path: exchange.path,
    headers: {
      'content-type': exchange.contentType,
      accept: exchange.asTable ? TABLE : 'application/json',
    },
    ...(exchange.body === undefined ? {} : { body: stringifyJson(exchange.body) }),
  });
