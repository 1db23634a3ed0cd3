import type * as Yaml from 'yaml';
import type { YamlLibrary } from './load-yaml.js';
import { textPlace } from './text-place.js';
import { upstreamProblem, upstreamText, type Noticed } from './upstream-problem.js';
import { SCALAR_TAGS } from './resolve-scalar.js';
import { depthError, JsonSyntaxError, MAX_JSON_DEPTH } from '../json/index.js';

/**
 * The default limit, which is that of a request's body: parsing so many tokens takes half a second.
 */
const MAX_TOKENS = 250_000;

/** Options that deviate from the API server's own parsing. */
export interface YamlOptions {
  /** The line of the file at which the text starts. Defaults to 1. */
  readonly firstLine?: number;
  /**
   * Whether to reject what the server's parser ignores, such as unknown tags (`!!js/function`).
   * Defaults to false.
   */
  readonly isStrict?: boolean;
  /**
   * Whether to report a key as duplicate if a merge key (`<<`) sets it again, as the server's
   * strict parser does. Defaults to false.
   */
  readonly listsMerged?: boolean;
  /**
   * The maximum number of tokens. Defaults to 250,000, which bounds how long a server is blocked.
   */
  readonly maxTokens?: number;
}

/**
 * Parses the first document of a text to nodes. Returns null for an empty text. Scalars keep their
 * text; `resolveScalar` computes their value. Does not check for duplicate keys: the library would
 * compare each key with all others.
 *
 * @throws JsonSyntaxError if the text is not valid YAML, too deeply nested or too long
 */
export function composeYaml(
  yaml: YamlLibrary,
  wholeText: string,
  { firstLine = 1, isStrict = false, maxTokens = MAX_TOKENS }: YamlOptions = {},
): Yaml.ParsedNode | null {
  const text = isStrict ? wholeText : firstDocument(wholeText);
  if (!isStrict) refuseDirectives(text);
  const composer = new yaml.Composer({
    version: '1.1',
    schema: 'failsafe',
    uniqueKeys: false,
    customTags: (tags) => [...tags, ...SCALAR_TAGS.map(asText)],
  });
  stopAtFirstProblem(yaml, composer, isStrict);
  try {
    refuseControlCharacters(yaml, text);
    // Stops after the first document, so that later ones cost nothing.
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

/** Keeps the text of a scalar with such a tag. The library then does not warn about the tag. */
function asText(tag: string): Yaml.ScalarTag {
  return { tag, default: false, resolve: (text) => text };
}

/** YAML 1.1 also treats U+0085 and a lone carriage return as line ends. */
function withLineFeeds(text: string): string {
  return /\r(?!\n)|\u0085/.test(text) ? text.replace(/\r(?!\n)|\u0085/g, '\n') : text;
}

function refuseDirectives(text: string): void {
  const problem = directiveProblem(text);
  if (problem === undefined) return;
  const { words } = problem;
  throw new JsonSyntaxError(`body is not YAML: ${words}`, {
    upstream: upstreamText(problem, text),
  });
}

/**
 * Rejects control characters. The server's parser rejects them everywhere; the library accepts
 * them.
 */
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

/**
 * Stops at the first error. The library would collect all of them, one for each character of an
 * invalid text.
 */
function stopAtFirstProblem(yaml: YamlLibrary, composer: Yaml.Composer, isStrict: boolean): void {
  let first: Yaml.YAMLParseError | undefined;
  const report: Report = (place, code, message, isWarning) => {
    if (isWarning === true && (!isStrict || code === 'BAD_INDENT')) return;
    // The server's parser accepts a comment without a space after a quoted or flow scalar.
    if (code === 'MISSING_CHAR' && message.startsWith('Comments must be separated')) return;
    first ??= new yaml.YAMLParseError(rangeOf(place), code, message);
    // The library catches it and reports it again for nested collections.
    throw first;
  };
  // The property is not declared. Without it, the result is the same, only later.
  Reflect.set(composer, 'onError', report);
}

function rangeOf(place: Parameters<Report>[0]): [number, number] {
  if (typeof place === 'number') return [place, place + 1];
  return 'offset' in place ? [place.offset, place.offset + 1] : [place[0], place[1]];
}

/**
 * Yields the top-level tokens of the syntax tree. Throws during parsing if there are too many
 * tokens below them.
 */
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
      // The library would continue, which takes long if each character is such a token.
      if (token.type === 'error') throw unexpectedToken(yaml, token);
      yield token;
    }
    // The document and the innermost scalar do not count as levels.
    if (parser.stack.length > MAX_JSON_DEPTH + 2) throw depthError();
  }
  yield* parser.end();
}

/**
 * Creates a lexer that continues quoted and flow scalars at any indentation, as the server's parser
 * does: only a document marker ends them. The library requires more indentation than that of the
 * key.
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

/**
 * Replaces `\'` inside double quotes, which the server's parser supports and the library does not.
 */
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
  // The library exceeded the stack.
  if (problem.code === 'RESOURCE_EXHAUSTION') return depthError();
  const { line, column } = textPlace(text, problem.pos[0], firstLine);
  const place = `line ${line}, column ${column}`;
  return new JsonSyntaxError(`body is not YAML: ${problem.message} at ${place}`, {
    cause: problem,
    upstream: upstreamProblem(problem, text),
  });
}

/** Blank lines, comments and directives, which precede the mark of a document. */
const PROLOGUE = /^(?:[ \t]*(?:#[^\n]*)?\n|%[^\n]*\n)*/;

/** A line that starts or ends a document. */
const MARK = /^(?:---|\.\.\.)(?=\s|$)/gm;

/**
 * Returns the part of a text that the server's parser reads: the first document. If the root of the
 * document is a flow collection or a quoted scalar, the part ends with the root.
 */
function firstDocument(text: string): string {
  const prologue = PROLOGUE.exec(text)?.[0].length ?? 0;
  const isMarked = /^---(?=\s|$)/.test(text.slice(prologue, prologue + 4));
  const start = isMarked ? prologue + '---'.length : prologue;
  MARK.lastIndex = start;
  const mark = MARK.exec(text);
  const document = mark === null ? text : text.slice(0, mark.index);
  return document.slice(0, endOfRoot(document, start));
}

/** Returns the offset at which the root ends, or the length of the text for a block root. */
function endOfRoot(text: string, from: number): number {
  const start = from + (/^(?:\s|(?<=\s)#[^\n]*)*/.exec(text.slice(from))?.[0].length ?? 0);
  if (!/["'[{]/.test(text.charAt(start))) return text.length;
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(FLOW_TOKENS)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > 0 || token.startsWith('#')) continue;
    const end = start + index + token.length;
    // If a colon follows in the same line, this is a key of a block mapping, or an error.
    const [line = ''] = text.slice(end).split('\n', 1);
    return /:(?:\s|$)/.test(line) ? text.length : end;
  }
  return text.length;
}

/** Quoted scalars, comments and brackets. A quote within a plain scalar belongs to the scalar. */
const FLOW_TOKENS =
  /(?<![^\s,[\]{}:])(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*')|(?<!\S)#[^\n]*|[[\]{}]/g;

/** Returns the first directive that the server's parser rejects. */
function directiveProblem(text: string): Noticed | undefined {
  const prologue = PROLOGUE.exec(text)?.[0] ?? '';
  const seen = new Set<string>();
  for (const { 0: line, index } of prologue.matchAll(/^%[^\n]*/gm)) {
    const words = inDirective(line);
    if (words !== undefined) return { words, offset: index, by: 'scanner' };
    const [name = '', value = ''] = line.split(/\s+/);
    const key = name === '%TAG' ? `${name} ${value}` : name;
    if (seen.has(key)) {
      return { words: `found duplicate ${name} directive`, offset: index, by: 'parser' };
    }
    seen.add(key);
    if (name === '%YAML' && value !== '1.1') {
      return { words: 'found incompatible YAML document', offset: index, by: 'parser' };
    }
  }
  return undefined;
}

/** Returns the error of go-yaml's scanner for a directive. */
function inDirective(line: string): string | undefined {
  if (/^%(?:\s|$)/.test(line)) return 'could not find expected directive name';
  if (/^%YAML\s(?!\s*\d)/.test(line)) return 'did not find expected version number';
  return /^%(?:YAML|TAG)\s/.test(line) ? undefined : 'found unknown directive name';
}
