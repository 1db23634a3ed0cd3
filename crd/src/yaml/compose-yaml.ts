import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { textPlace } from './text-place.js';
import { depthError, JsonSyntaxError, MAX_JSON_DEPTH } from '../json/index.js';

/** So many take half a second to read. The largest CRDs that people write have a third of them. */
const MAX_TOKENS = 250_000;

/** An integer of so many digits is beyond int64 in every base. */
const MAX_INTEGER_LENGTH = 70;

/** How a text is read where the API server's own way is not wanted. */
export interface YamlOptions {
  /** The line that the text starts at in its file; 1 where it is left out. */
  readonly firstLine?: number;
  /** Refuses what the server's reader passes over, such as a tag that it does not know (`!!js/function`). */
  readonly isStrict?: boolean;
}

/** The parts of the YAML library that bodies are read with. */
export type YamlLibrary = typeof Yaml;

/** The library takes some 40 ms to load, and YAML bodies are rare. */
export function loadYaml(): YamlLibrary {
  const require = createRequire(import.meta.url);
  return require('yaml') as YamlLibrary;
}

/**
 * The nodes of the first document of a text, read as YAML 1.1 without timestamps; null where there
 * is none. Repeated keys are left to the caller: the library compares each key with all others.
 *
 * @throws JsonSyntaxError where the text is not YAML, too deep or too long
 */
export function composeYaml(
  yaml: YamlLibrary,
  text: string,
  { firstLine = 1, isStrict = false }: YamlOptions = {},
): Yaml.ParsedNode | null {
  const composer = new yaml.Composer({
    version: '1.1',
    intAsBigInt: true,
    uniqueKeys: false,
    customTags: (tags) => tags.filter(isKnownToServer).map(withBoundedIntegers),
  });
  stopAtFirstProblem(yaml, composer, isStrict);
  try {
    // Ends with the first document: nobody pays for those behind it.
    for (const document of composer.compose(boundedTokens(yaml, text))) {
      const [problem] = document.errors;
      if (problem !== undefined) throw problem;
      return document.contents;
    }
    return null;
  } catch (cause) {
    throw cause instanceof yaml.YAMLParseError ? problemError(cause, text, firstLine) : cause;
  }
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
    if (isWarning === true && !isStrict) return;
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
function* boundedTokens(yaml: YamlLibrary, text: string): Generator<Yaml.CST.Token> {
  const parser = new yaml.Parser();
  let count = 0;
  for (const lexeme of new yaml.Lexer().lex(text)) {
    if (++count > MAX_TOKENS) throw tooManyTokens();
    for (const token of parser.next(lexeme)) {
      // The library would go on, which takes long where each character is such a token.
      if (token.type === 'error') throw unexpectedToken(yaml, token);
      yield token;
    }
    // The document and the scalar at the bottom are no levels.
    if (parser.stack.length > MAX_JSON_DEPTH + 2) throw depthError();
  }
  yield* parser.end();
}

function unexpectedToken(yaml: YamlLibrary, token: Yaml.CST.ErrorToken): Yaml.YAMLParseError {
  const { offset, source, message } = token;
  const range: [number, number] = [offset, offset + Math.max(source.length, 1)];
  const text = source === '' ? message : `${message}: ${JSON.stringify(source)}`;
  return new yaml.YAMLParseError(range, 'UNEXPECTED_TOKEN', text);
}

function tooManyTokens(): JsonSyntaxError {
  return new JsonSyntaxError(
    `body is not YAML: it has more than ${MAX_TOKENS} tokens, which is the most that is read; send it as JSON`,
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
  });
}

/** The server's reader leaves dates, sexagesimal numbers and YAML's own collections alone. */
function isKnownToServer(tag: Yaml.Tags[number]): boolean {
  if (typeof tag === 'string') return true;
  const unknown = ['timestamp', 'omap', 'pairs', 'set'];
  return tag.format !== 'TIME' && !unknown.some((name) => tag.tag.endsWith(`:${name}`));
}

/** Digits without end are a double at once: a bigint of them takes seconds to make. */
function withBoundedIntegers(tag: Yaml.Tags[number]): Yaml.Tags[number] {
  if (typeof tag === 'string' || tag.collection !== undefined) return tag;
  if (!tag.tag.endsWith(':int')) return tag;
  const bounded: Yaml.ScalarTag = {
    ...tag,
    resolve: (text, onError, options) =>
      tag.resolve(text, onError, { ...options, intAsBigInt: text.length <= MAX_INTEGER_LENGTH }),
  };
  return bounded;
}
