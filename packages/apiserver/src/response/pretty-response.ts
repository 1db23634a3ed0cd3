import type { TransportRequest, TransportResponse } from '@vmgen/runtime';
import { isJsonObject, parseJson } from '@vmgen/base/json';
import { printGoYaml } from '@vmgen/base/yaml';
import { acceptClauses, clauseCovers } from './accept-clauses.js';
import { textResponse } from './text-response.js';

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
 * How an error is written: in the first form that the client accepts. An error is never converted, for
 * example to a table. If the client accepts no form of an error, it is indented JSON.
 *
 * Upstream: ErrorNegotiated in apiserver/pkg/endpoints/handlers/responsewriters.
 */
function errorForm({ headers }: TransportRequest): 'json' | 'yaml' | 'indented' {
  for (const clause of acceptClauses(headers?.['accept'])) {
    if (clause.parameters.has('as')) continue;
    if (clauseCovers(clause, 'application', 'json')) return 'json';
    if (clauseCovers(clause, 'application', 'yaml')) return 'yaml';
    // Errors are not written as protobuf.
    if (clauseCovers(clause, 'application', 'vnd.kubernetes.protobuf')) return 'json';
  }
  return 'indented';
}

/** Returns an error in the form that the client accepts. */
export async function errorInForm(
  request: TransportRequest,
  response: TransportResponse,
): Promise<TransportResponse> {
  if (!isJson(response)) return response;
  const form = errorForm(request);
  if (form === 'yaml') {
    const status = parseJson(await response.text());
    const headers = { ...response.headers, 'content-type': 'application/yaml' };
    return textResponse(response.status, headers, isJsonObject(status) ? printGoYaml(status) : '');
  }
  return form === 'indented' || isPretty(request) ? prettyResponse(response) : response;
}

const isJson = ({ headers }: TransportResponse): boolean =>
  /^application\/json\b/.test(headers['content-type'] ?? '');

/**
 * Returns a JSON response with an indentation of two spaces per level, as in Go. Other responses do
 * not change.
 */
export function prettyResponse(response: TransportResponse): TransportResponse {
  if (!isJson(response)) return response;
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
