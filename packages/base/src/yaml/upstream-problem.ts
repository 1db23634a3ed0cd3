import type * as Yaml from 'yaml';

/** An error as go-yaml reports it, with the offset at which it detects it. */
export interface Noticed {
  readonly words: string;
  readonly offset: number;
  /** go-yaml's scanner counts lines from 1, and its parser from 0. */
  readonly by: 'scanner' | 'parser';
}

/**
 * The message of the API server's YAML parser (a fork of go-yaml v2) for a text that `yaml`
 * rejects, such as `yaml: line 2: mapping values are not allowed in this context`. It is derived
 * from the code of the error. Undefined for errors without a counterpart in go-yaml.
 */
export function upstreamProblem(problem: Yaml.YAMLParseError, text: string): string | undefined {
  const noticed = noticedBy(problem, text);
  return noticed && upstreamText(noticed, text);
}

/** The text of an error of go-yaml. */
export function upstreamText({ words, offset, by }: Noticed, text: string): string {
  const lines = text.slice(0, offset).split('\n').length - 1;
  // At the end of the text, the parser is on a new line even without a line feed.
  const isOpenEnd = by === 'parser' && offset === text.length && !/\n$/.test(text);
  const line = lines + (isOpenEnd ? 1 : 0);
  // go-yaml omits the number of the first line.
  if (line === 0) return `yaml: ${words}`;
  return `yaml: line ${by === 'scanner' ? line + 1 : line}: ${words}`;
}

function noticedBy(problem: Yaml.YAMLParseError, text: string): Noticed | undefined {
  const { code, message } = problem;
  const [start] = problem.pos;
  if (message.startsWith('control characters')) {
    return { words: 'control characters are not allowed', offset: 0, by: 'scanner' };
  }
  if (code === 'TAB_AS_INDENT' || code === 'BAD_SCALAR_START') {
    const words = 'found character that cannot start any token';
    return { words, offset: start, by: 'scanner' };
  }
  if (code === 'BAD_DQ_ESCAPE') {
    return { words: 'found unknown escape character', offset: start, by: 'scanner' };
  }
  if (code === 'MISSING_CHAR' && message.startsWith('Missing closing')) {
    return { words: 'found unexpected end of stream', offset: text.length, by: 'scanner' };
  }
  if (code === 'UNEXPECTED_TOKEN') {
    return { words: 'did not find expected node content', offset: start, by: 'parser' };
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY') {
    return unexpectedMapping(text, start);
  }
  return code === 'BAD_INDENT' || code === 'MISSING_CHAR' ? openFlow(text, start) : undefined;
}

/** A key at a position where none is allowed. The parser detects it at its colon. */
function unexpectedMapping(text: string, start: number): Noticed {
  const flow = openFlow(text, start);
  if (flow !== undefined) return flow;
  if (/^-\s/.test(text.slice(start, start + 2))) {
    return { words: 'did not find expected key', offset: start, by: 'parser' };
  }
  const colon = text.slice(start).search(/:(?:\s|$)/);
  return colon < 0
    ? { words: "could not find expected ':'", offset: text.length, by: 'scanner' }
    : {
        words: 'mapping values are not allowed in this context',
        offset: start + colon,
        by: 'scanner',
      };
}

/** A flow collection that is not closed. Undefined if none is open at `before`. */
function openFlow(text: string, before: number): Noticed | undefined {
  const open = innermostOpen(text.slice(0, before));
  if (open === undefined) return undefined;
  const rest = text.slice(before);
  // The parser detects the missing end at a key on the next line.
  const colon = rest.search(/:(?:\s|$)/);
  const offset = colon < 0 ? text.length : before + colon;
  const isBegun = colon < 0 && /[[{,:]\s*$/.test(text);
  const words = isBegun
    ? 'did not find expected node content'
    : `did not find expected ',' or '${open === '[' ? ']' : '}'}'`;
  return { words, offset, by: 'parser' };
}

/** The innermost bracket that is open at the end of a text. Ignores brackets in quotes. */
function innermostOpen(text: string): string | undefined {
  const open: string[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[[\]{}]/g)) {
    if (token === '[' || token === '{') open.push(token);
    else if (token === ']' || token === '}') open.pop();
  }
  return open.at(-1);
}
