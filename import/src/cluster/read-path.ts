import { isJsonObject, parseJson } from '@vmgen/base/json';
import type { Transport } from '@vmgen/runtime/transport';

/**
 * What a server answers, as the text that it is: integers beyond 2^53 are exact in it.
 *
 * @throws Error with the server's words where it refuses
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

/** Of the API's Status; empty where it is none. */
function messageOf(text: string): string {
  try {
    const status = parseJson(text);
    const message = isJsonObject(status) ? status['message'] : undefined;
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}
