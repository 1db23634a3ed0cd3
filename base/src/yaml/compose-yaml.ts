import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { textPlace } from './text-place.js';
import { upstreamProblem } from './upstream-problem.js';
import { SCALAR_TAGS } from './resolve-scalar.js';
import { depthError, JsonSyntaxError, MAX_JSON_DEPTH } from '../json/index.js';

/** The limit of a request's body: reading so many tokens takes half a second. */
const MAX_TOKENS = 250_000;

/** How a text is read where the API server's own way is not wanted. */
export interface YamlOptions {
  /** The line that the text starts at in its file; 1 where it is left out. */
  readonly firstLine?: number;
  /** Refuses what the server's reader passes over, such as a tag that it does not know (`!!js/function`). */
  readonly isStrict?: boolean;
  /**
   * Lists a key as repeated too where a merge key (`<<`) sets it once more, as the server's strict
   * reader does; false by default.
   */
  readonly listsMerged?: boolean;
  /** How many tokens the text may have; 250,000 by default, which bounds how long a server is blocked. */
  readonly maxTokens?: number;
}

/** The parts of the YAML library that bodies are read with. */
export type YamlLibrary = typeof Yaml;

/** The library takes some 40 ms to load, and YAML bodies are rare. */
export function loadYaml(): YamlLibrary {
  const require = createRequire(import.meta.url);
  return require('yaml') as YamlLibrary;
}

/**
 * The nodes of the first document of a text; null where there is none. Scalars keep their text, and
 * `resolveScalar` gives it a meaning. Repeated keys are left to the caller: the library compares each
 * key with all others.
 *
 * @throws JsonSyntaxError where the text is not YAML, too deep or too long
 */
export function composeYaml(
  yaml: YamlLibrary,
  text: string,
  { firstLine = 1, isStrict = false, maxTokens = MAX_TOKENS }: YamlOptions = {},
): Yaml.ParsedNode | null {
  const composer = new yaml.Composer({
    version: '1.1',
    schema: 'failsafe',
    uniqueKeys: false,
    customTags: (tags) => [...tags, ...SCALAR_TAGS.map(asText)],
  });
  stopAtFirstProblem(yaml, composer, isStrict);
  try {
    refuseControlCharacters(yaml, text);
    // Ends with the first document, so that those behind it cost nothing.
    for (const document of composer.compose(boundedTokens(yaml, withLineFeeds(text), maxTokens))) {
      const [problem] = document.errors;
      if (problem !== undefined) throw problem;
      return document.contents;
    }
    return null;
  } catch (cause) {
    throw cause instanceof yaml.YAMLParseError ? problemError(cause, text, firstLine) : cause;
  }
}

/** The library keeps the text of a scalar with such a tag, and does not warn about the tag. */
function asText(tag: string): Yaml.ScalarTag {
  return { tag, default: false, resolve: (text) => text };
}

/** In YAML 1.1 a carriage return alone and U+0085 end a line too. */
function withLineFeeds(text: string): string {
  return /\r(?!\n)|\u0085/.test(text) ? text.replace(/\r(?!\n)|\u0085/g, '\n') : text;
}

/** The server's reader refuses them wherever they are; the library keeps them. */
function refuseControlCharacters(yaml: YamlLibrary, text: string): void {
  const offset = text.search(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]/);
  if (offset < 0) return;
  const message = 'control characters are not allowed';
  throw new yaml.YAMLParseError([offset, offset + 1], 'UNEXPECTED_TOKEN', message);
}

type Report = (
  place: number | readonly [number, number] | { readonly offset: number },
  code: Yaml.ErrorCode,
  message: string,
  isWarning?: boolean,
) => void;

/** The library would collect them all, one for each character of a text that is all wrong. */
function stopAtFirstProblem(yaml: YamlLibrary, composer: Yaml.Composer, isStrict: boolean): void {
  let first: Yaml.YAMLParseError | undefined;
  const report: Report = (place, code, message, isWarning) => {
    if (isWarning === true && (!isStrict || code === 'BAD_INDENT')) return;
    // The server's reader starts a comment behind a quoted or flow scalar without a space too.
    if (code === 'MISSING_CHAR' && message.startsWith('Comments must be separated')) return;
    first ??= new yaml.YAMLParseError(rangeOf(place), code, message);
    // It is caught on the way and reported again where collections are within each other.
    throw first;
  };
  // Not among the declared properties, and without it the result is the same, only later.
  Reflect.set(composer, 'onError', report);
}

function rangeOf(place: Parameters<Report>[0]): [number, number] {
  if (typeof place === 'number') return [place, place + 1];
  return 'offset' in place ? [place.offset, place.offset + 1] : [place[0], place[1]];
}

/** The syntax tree's top tokens, refused while they are read where there are too many below. */
function* boundedTokens(
  yaml: YamlLibrary,
  text: string,
  maxTokens: number,
): Generator<Yaml.CST.Token> {
  const parser = new yaml.Parser();
  let count = 0;
  for (const lexeme of createLexer(yaml).lex(text)) {
    if (++count > maxTokens) throw tooManyTokens(maxTokens);
    for (const token of parser.next(withKnownEscapes(lexeme))) {
      // The library would go on, which takes long where each character is such a token.
      if (token.type === 'error') throw unexpectedToken(yaml, token);
      yield token;
    }
    // The document and the scalar at the bottom are no levels.
    if (parser.stack.length > MAX_JSON_DEPTH + 2) throw depthError();
  }
  yield* parser.end();
}

/**
 * A lexer that reads quoted and flow scalars on at any indent, as the server's reader does: only a
 * document mark ends them. The library asks for more indent than that of the key.
 */
function createLexer(yaml: YamlLibrary): Yaml.Lexer {
  const lexer = new yaml.Lexer();
  for (const name of ['parseQuotedScalar', 'parseFlowCollection']) {
    const read: unknown = Reflect.get(lexer, name);
    if (typeof read !== 'function') continue;
    Reflect.set(lexer, name, function* readAtAnyIndent(): Generator<string, unknown> {
      const indent: unknown = Reflect.get(lexer, 'indentNext');
      Reflect.set(lexer, 'indentNext', 0);
      const next: unknown = yield* Reflect.apply(read, lexer, []) as Generator<string, unknown>;
      Reflect.set(lexer, 'indentNext', indent);
      return next;
    });
  }
  return lexer;
}

/** The server's reader knows `\'` within double quotes; the library does not. */
function withKnownEscapes(lexeme: string): string {
  if (!lexeme.startsWith('"') || !lexeme.includes("\\'")) return lexeme;
  return lexeme.replace(/\\([^])/g, (escape, character) => (character === "'" ? "'" : escape));
}

function unexpectedToken(yaml: YamlLibrary, token: Yaml.CST.ErrorToken): Yaml.YAMLParseError {
  const { offset, source, message } = token;
  const range: [number, number] = [offset, offset + Math.max(source.length, 1)];
  const text = source === '' ? message : `${message}: ${JSON.stringify(source)}`;
  return new yaml.YAMLParseError(range, 'UNEXPECTED_TOKEN', text);
}

function tooManyTokens(maxTokens: number): JsonSyntaxError {
  return new JsonSyntaxError(
    `body is not YAML: it has more than ${maxTokens} tokens, which is the most that is read; send it as JSON`,
  );
}

function problemError(
  problem: Yaml.YAMLParseError,
  text: string,
  firstLine: number,
): JsonSyntaxError {
  // The library ran out of stack.
  if (problem.code === 'RESOURCE_EXHAUSTION') return depthError();
  const { line, column } = textPlace(text, problem.pos[0], firstLine);
  const place = `line ${line}, column ${column}`;
  return new JsonSyntaxError(`body is not YAML: ${problem.message} at ${place}`, {
    cause: problem,
    upstream: upstreamProblem(problem, text),
  });
}
