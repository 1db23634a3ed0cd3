import { get } from 'node:http';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { OperatorFigures } from './dev-state.js';
import type { LiveFigures } from './live-figures.js';

/** Answers that are not whole after this time are ignored. */
const TIMEOUT_MS = 2_000;
/** A longer answer is not read. */
const MOST_BYTES = 8 * 2 ** 20;

/** Whether the ready probe of an operator succeeds. */
export async function isReady(port: number): Promise<boolean> {
  return (await textAt(port, '/readyz')) !== undefined;
}

/** The figures of the status page, with those of the metrics; undefined without a status page. */
export async function readFigures(
  port: number,
  live: LiveFigures,
  nowMs: number,
): Promise<OperatorFigures | undefined> {
  const [text, metrics] = await Promise.all([
    textAt(port, '/status/data'),
    textAt(port, '/metrics'),
  ]);
  if (text === undefined) return undefined;
  try {
    const figures = figuresOf(parseJson(text));
    return (
      figures && { ...figures, others: metrics === undefined ? [] : live.read(metrics, nowMs) }
    );
  } catch {
    return undefined;
  }
}

/** Resolves with undefined unless the answer is 200. */
function textAt(port: number, path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const request = get(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MOST_BYTES) request.destroy();
      });
      response.once('end', () => resolve(response.statusCode === 200 ? text : undefined));
    });
    request.once('close', () => resolve(undefined));
    request.on('error', () => resolve(undefined));
  });
}

/** Reads what `/status/data` of the manager answers. */
function figuresOf(data: JsonValue): Omit<OperatorFigures, 'others'> | undefined {
  if (!isJsonObject(data)) return undefined;
  const controllers = objectsIn(data['controllers']);
  return {
    role: roleOf(data),
    controllers: controllers.map((each) => ({
      name: textIn(each, 'name'),
      reconciles: countIn(each, 'reconciles'),
      failures: countIn(each, 'failures'),
      queued: countIn(each, 'queued'),
      failing: countIn(each, 'failing'),
    })),
    objects: controllers.flatMap((each) =>
      objectsIn(each['objects']).map((object) => ({
        controller: textIn(each, 'name'),
        key: textIn(object, 'key'),
        error: textIn(objectsIn(object['reconciles'])[0] ?? {}, 'error'),
      })),
    ),
  };
}

function roleOf(data: JsonObject): string {
  if (data['hasElection'] === false) return 'no election';
  return data['isLeader'] === true
    ? 'leader'
    : ['standby', textIn(data, 'leader')].filter((each) => each !== '').join(', leader ');
}

const objectsIn = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

const textIn = (object: JsonObject, name: string): string => {
  const value = object[name];
  return typeof value === 'string' ? value : '';
};

const countIn = (object: JsonObject, name: string): number => {
  const value = object[name];
  return typeof value === 'number' ? value : 0;
};
