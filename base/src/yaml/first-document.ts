import type { Noticed } from './upstream-problem.js';

/** Blank lines, comments and directives, which precede the mark of a document. */
const PROLOGUE = /^(?:[ \t]*(?:#[^\n]*)?\n|%[^\n]*\n)*/;

/** A line that starts or ends a document. */
const MARK = /^(?:---|\.\.\.)(?=\s|$)/gm;

/**
 * Returns the part of a text that the server's parser reads: the first document. If the root of the
 * document is a flow collection or a quoted scalar, the part ends with the root.
 */
export function firstDocument(text: string): string {
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
export function directiveProblem(text: string): Noticed | undefined {
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
