import type { TransportRequest, TransportResponse } from '@vmgen/runtime';
import { acceptClauses } from './accept-clauses.js';

/** The values that Go's ParseBool reads as true. */
const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'True', 'TRUE']);

/** The user agents of interactive clients. */
const PEOPLE = /^(?:curl|Wget|Mozilla\/5\.0)/;

/**
 * Whether a response is indented: `?pretty` decides. Without it, responses to curl, Wget and
 * browsers are indented.
 *
 * Upstream: isPrettyPrint in apiserver/pkg/endpoints/handlers/negotiation.
 */
export function isPretty({ path, headers }: TransportRequest): boolean {
  // Parse the query only if it can contain the parameter.
  if (path.includes('pretty')) {
    const asked = new URLSearchParams(path.split('?')[1] ?? '').get('pretty') ?? '';
    if (asked !== '') return TRUE.has(asked);
  }
  return PEOPLE.test(headers?.['user-agent'] ?? '');
}

/**
 * Whether an error is indented because the client accepts no representation of errors: each clause
 * of its Accept header requests a conversion, such as a table.
 *
 * Upstream: ErrorNegotiated in apiserver/pkg/endpoints/handlers/responsewriters.
 */
export function isUnnegotiated(
  { headers }: TransportRequest,
  { status }: Pick<TransportResponse, 'status'>,
): boolean {
  if (status < 400) return false;
  if (status === 406) return true;
  const clauses = acceptClauses(headers?.['accept']);
  return clauses.length > 0 && clauses.every(({ parameters }) => parameters.has('as'));
}

/**
 * Returns a JSON response with an indentation of two spaces per level, as in Go. Other responses do
 * not change.
 */
export function prettyResponse(response: TransportResponse): TransportResponse {
  if (!/^application\/json\b/.test(response.headers['content-type'] ?? '')) return response;
  return {
    ...response,
    body: indentedChunks(response.body),
    text: async () => new JsonIndenter().add(await response.text()),
  };
}

async function* indentedChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const [indenter, decoder, encoder] = [new JsonIndenter(), new TextDecoder(), new TextEncoder()];
  for await (const chunk of chunks) {
    yield encoder.encode(indenter.add(decoder.decode(chunk, { stream: true })));
  }
}

/** Indents a JSON text that arrives in pieces. */
class JsonIndenter {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Whether the last token opened a container, which may be empty. */
  #isOpened = false;

  add(piece: string): string {
    let result = '';
    for (const char of piece) result += this.#next(char);
    return result;
  }

  #next(char: string): string {
    if (this.#isInString) return this.#inString(char);
    if (/\s/.test(char)) return '';
    const isClosing = char === '}' || char === ']';
    if (isClosing) this.#depth--;
    const isEmpty = isClosing && this.#isOpened;
    const before = (this.#isOpened || isClosing) && !isEmpty ? this.#newLine() : '';
    this.#isOpened = char === '{' || char === '[';
    if (this.#isOpened) this.#depth++;
    if (char === '"') this.#isInString = true;
    if (char === ':') return ': ';
    return before + char + (char === ',' ? this.#newLine() : '');
  }

  #inString(char: string): string {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === '\\') this.#isEscaped = true;
    else if (char === '"') this.#isInString = false;
    return char;
  }

  #newLine(): string {
    return `\n${'  '.repeat(this.#depth)}`;
  }
}
