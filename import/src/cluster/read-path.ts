import { isJsonObject, parseJson } from '@vmgen/base/json';
import type { Transport } from '@vmgen/runtime/transport';

/**
 * Reads a response as text: unlike parsed JSON, it contains exact integers beyond 2^53.
 *
 * @throws Error with the message of the server if it rejects the request
 */
export async function readPath(transport: Transport, path: string): Promise<string> {
  const headers = { accept: 'application/json' };
  const answer = await transport.request({ method: 'GET', path, headers });
  const text = await answer.text();
  if (answer.status === 200) return text;
  const detail = messageOf(text);
  throw new Error(
    `${path} was answered with ${answer.status}${detail === '' ? '' : `: ${detail}`}`,
  );
}

/** The message of a Status; empty if the body is not a Status. */
function messageOf(text: string): string {
  try {
    const status = parseJson(text);
    const message = isJsonObject(status) ? status['message'] : undefined;
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}
