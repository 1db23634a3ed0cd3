import type { Transport, TransportRequest, TransportResponse } from '@vmgen/runtime';
import { stringifyJson, type JsonValue } from '@vmgen/base/json';

/** What a server says, without what differs from one run to the next. */
export interface Verdict {
  readonly status: number;
  /** The message of a refusal; its several reasons are in {@link causes}, as their order is free. */
  readonly message: string;
  /** `field: message`, sorted. */
  readonly causes: readonly string[];
  readonly warnings: readonly string[];
}

/** An answer with what was said, and the object or Status in it. */
export interface Answer {
  readonly verdict: Verdict;
  /** The warnings as they came. */
  readonly warnings: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a JSON body, in which integers may be of any size. */
export async function ask(
  transport: Transport,
  method: TransportRequest['method'],
  path: string,
  body?: JsonValue,
  contentType = 'application/json',
): Promise<Answer> {
  const response = await transport.request({
    method,
    path,
    headers: { 'content-type': contentType },
    ...(body === undefined ? {} : { body: stringifyJson(body) }),
  });
  const text = await response.text();
  // A path that is not served yet is answered with a text: "404 page not found".
  const isJson = response.headers['content-type']?.includes('json') ?? false;
  const answer = (isJson ? JSON.parse(text) : { message: text }) as StatusBody;
  return {
    verdict: verdictOf(response, answer),
    warnings: warningsOf(response),
    body: { ...answer },
  };
}

/** What an answer says: its status, the Status in its body, and its warnings. */
export function verdictOf(
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
  body: object,
): Verdict {
  return {
    status,
    ...(status < 300 ? { message: '', causes: [] } : refusalIn(body)),
    warnings: warningsOf({ headers }).sort(),
  };
}

function warningsOf({ headers }: Pick<TransportResponse, 'headers'>): string[] {
  const header = (headers['warning'] ?? '').matchAll(/299 - "((?:[^"\\]|\\.)*)"/g);
  return [...header].map(([, text = '']) => text);
}

interface StatusBody {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { field?: string; message?: string }[] };
}

/** The message and the causes, where the message must list them in the same order. */
function refusalIn({ message = '', details }: StatusBody): Pick<Verdict, 'message' | 'causes'> {
  const causes = (details?.causes ?? []).map(
    ({ field = '', message: text = '' }) => `${field}: ${text}`,
  );
  const list = [...new Set(causes)].join(', ');
  return {
    message: withoutNumbers(causes.length > 1 ? message.replace(`[${list}]`, '[CAUSES]') : message),
    causes: causes.map(withoutNumbers).sort(),
  };
}

/** The real server numbers the types of `self` as it goes. */
const withoutNumbers = (text: string): string => text.replaceAll(/selfType\d+/g, 'selfTypeN');
