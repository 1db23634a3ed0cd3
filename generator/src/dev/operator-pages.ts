import { get } from 'node:http';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { objectsAt, textAt } from '../text/json-fields.js';
import type { OperatorFigures } from './dev-state.js';
import type { LiveFigures } from './live-figures.js';

/** Answers that are not whole after this time are ignored. */
const TIMEOUT_MS = 2_000;
/** A longer answer is not read. */
const MOST_BYTES = 8 * 2 ** 20;

/** Whether the ready probe of an operator succeeds in time. */
export async function isReady(port: number, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  return (await pageAt(port, '/readyz', timeoutMs)) !== undefined;
}

/** The figures of the status page, with those of the metrics; undefined without a status page. */
export async function readFigures(
  port: number,
  live: LiveFigures,
  nowMs: number,
): Promise<OperatorFigures | undefined> {
  const [text, metrics] = await Promise.all([
    pageAt(port, '/status/data'),
    pageAt(port, '/metrics'),
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
function pageAt(port: number, path: string, timeoutMs = TIMEOUT_MS): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path, signal: AbortSignal.timeout(timeoutMs) };
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
  const controllers = objectsAt(data, 'controllers');
  return {
    role: roleOf(data),
    controllers: controllers.map((each) => ({
      name: textAt(each, 'name'),
      reconciles: countIn(each, 'reconciles'),
      failures: countIn(each, 'failures'),
      queued: countIn(each, 'queued'),
      failing: countIn(each, 'failing'),
    })),
    objects: controllers.flatMap((each) =>
      objectsAt(each, 'objects').map((object) => ({
        controller: textAt(each, 'name'),
        key: textAt(object, 'key'),
        error: textAt(objectsAt(object, 'reconciles')[0], 'error'),
      })),
    ),
  };
}

function roleOf(data: JsonObject): string {
  if (data['hasElection'] === false) return 'no election';
  return data['isLeader'] === true
    ? 'leader'
    : ['standby', textAt(data, 'leader')].filter((each) => each !== '').join(', leader ');
}

const countIn = (object: JsonObject, name: string): number => {
  const value = object[name];
  return typeof value === 'number' ? value : 0;
};
