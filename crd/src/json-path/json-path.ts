import { appendAll, type JsonValue, type WorkBudget } from '@vmgen/base/json';
import { evaluateJsonPath } from './evaluate-json-path.js';
import { JsonPathError } from './json-path-error.js';
import type { FilterOperand, JsonPathStep } from './json-path-step.js';

/** A parsed JSON path, in the syntax of printer columns (client-go jsonpath). */
interface JsonPath {
  readonly steps: readonly JsonPathStep[];
  /**
   * Evaluates the path. Returns undefined if it does not fit the value (an index out of bounds).
   *
   * @throws WorkLimitError if the budget is exhausted
   */
  find(root: JsonValue, budget: WorkBudget): JsonValue[] | undefined;
}

/**
 * Parses a path such as `.a.b[0]['c'][?(@.type=="Ready")].d`. Returns undefined for an unsupported
 * path.
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  const steps = attempt(() => parseSteps(text));
  return (
    steps && { steps, find: (root, budget) => attempt(() => evaluateJsonPath(steps, root, budget)) }
  );
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}

const FIELD = /^(?:\\.|[^\s.,[\]$@{}\\])+/;
const DICT_KEY = /^'([^']*)'$/;
const SLICE = /^(-?\d*)(:-?\d*)?(:\d*)?$/;
const COMPARISON = /^([^!<>=]+)([!<>=]+)(.+)$/;

function parseSteps(text: string): JsonPathStep[] {
  const steps: JsonPathStep[] = [];
  let rest = text;
  while (rest !== '') {
    if (rest.startsWith('[?(')) {
      const end = filterEnd(rest);
      steps.push(parseFilter(rest.slice(3, end)));
      rest = rest.slice(end + 2);
    } else if (rest.startsWith('..')) {
      steps.push({ type: 'recursive' });
      rest = /^\.\.\w/.test(rest) ? rest.slice(1) : rest.slice(2);
    } else if (rest.startsWith('[')) {
      const end = rest.indexOf(']');
      if (end === -1) throw new JsonPathError('unterminated array');
      appendAll(steps, parseBracket(rest.slice(1, end)));
      rest = rest.slice(end + 1);
    } else if (rest.startsWith('.')) {
      const field = FIELD.exec(rest.slice(1))?.[0] ?? '';
      if (field === '*') steps.push({ type: 'wildcard' });
      else if (field !== '') steps.push({ type: 'field', name: field.replaceAll('\\', '') });
      rest = rest.slice(1 + field.length);
    } else if (/^[@$ ]/.test(rest)) {
      rest = rest.slice(1);
    } else {
      throw new JsonPathError(`unrecognized character in action: ${rest.charAt(0)}`);
    }
  }
  return steps;
}

function parseBracket(text: string): JsonPathStep[] {
  if (text === '*') return [{ type: 'slice' }];
  if (text.includes(',')) {
    return [{ type: 'union', paths: text.split(',').map((part) => parseBracket(part.trim())) }];
  }
  const key = DICT_KEY.exec(text)?.[1];
  if (key !== undefined) return parseSteps(`.${key}`);
  const match = SLICE.exec(text);
  if (match === null || text === '') throw new JsonPathError(`invalid array index ${text}`);
  const [, from = '', to, step] = match;
  if (to === undefined) return [{ type: 'index', index: Number(from) }];
  return [
    {
      type: 'slice',
      ...bound('from', from),
      ...bound('to', to.slice(1)),
      ...bound('step', step?.slice(1) ?? ''),
    },
  ];
}

function bound(name: 'from' | 'to' | 'step', text: string): { [key in typeof name]?: number } {
  return text === '' ? {} : { [name]: Number(text) };
}

/** The index of the `)` that closes a filter. Ignores those inside quotes. */
function filterEnd(text: string): number {
  let quote = '';
  for (let index = 3; index < text.length; index++) {
    const character = text.charAt(index);
    if (quote !== '') {
      if (character === quote && text.charAt(index - 1) !== '\\') quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === ')' && text.charAt(index + 1) === ']') {
      return index;
    }
  }
  throw new JsonPathError('unterminated filter');
}

function parseFilter(text: string): JsonPathStep {
  // Without this check, the pattern would search for a line break after the operator from each
  // character.
  const isOneLine = !text.includes('\n', text.search(/[!<>=]/));
  const match = isOneLine ? COMPARISON.exec(text) : null;
  if (match === null) return { type: 'filter', left: parseOperand(text) };
  const [, left = '', operator = '', right = ''] = match;
  return {
    type: 'filter',
    left: parseOperand(left),
    test: { operator, right: parseOperand(right) },
  };
}

function parseOperand(text: string): FilterOperand {
  const trimmed = text.trim();
  const quoted = /^(["'])(.*)\1$/.exec(trimmed)?.[2];
  if (quoted !== undefined) return { literal: quoted.replace(/\\(.)/g, '$1') };
  if (/^[+-]?\d+$/.test(trimmed)) return { literal: Number(trimmed) };
  if (/^[+-]?[\d.]+$/.test(trimmed)) return { literal: Number(trimmed), float: true };
  if (trimmed === 'true' || trimmed === 'false') return { literal: trimmed === 'true' };
  return { path: parseSteps(trimmed) };
}
