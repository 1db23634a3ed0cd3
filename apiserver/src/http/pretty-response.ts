import type { TransportRequest, TransportResponse } from '@vmgen/runtime';
import { acceptClauses } from './accept-clauses.js';

/** What Go's ParseBool reads as true. */
const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'True', 'TRUE']);

/** The clients of people, as they name themselves. */
const PEOPLE = /^(?:curl|Wget|Mozilla\/5\.0)/;

/**
 * Whether an answer is indented: `?pretty` decides, and without it the User-Agent: curl, Wget and
 * browsers.
 *
 * Upstream: isPrettyPrint in apiserver/pkg/endpoints/handlers/negotiation.
 */
export function isPretty({ path, headers }: TransportRequest): boolean {
  // Most requests ask for nothing of the kind, and their query is not parsed.
  if (path.includes('pretty')) {
    const asked = new URLSearchParams(path.split('?')[1] ?? '').get('pretty') ?? '';
    if (asked !== '') return TRUE.has(asked);
  }
  return PEOPLE.test(headers?.['user-agent'] ?? '');
}

/**
 * Whether an error is indented because the client accepts no form that an error can have: each clause
 * of its Accept header asks for a conversion, such as a table.
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

/** An answer in JSON, indented by two spaces for each level as Go does; others as they are. */
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

/** Indents a JSON text that comes in pieces. */
class JsonIndenter {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** A bracket was opened last: whether it stays empty is not known yet. */
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
