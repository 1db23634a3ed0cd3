import { appendAll, type JsonValue, type WorkBudget, isJsonObject } from '@vmgen/base/json';
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

/**
 * Evaluates a path. Absent keys produce no value. Throws JsonPathError if the path does not fit the
 * value (an index on a string, a comparison of different types), as client-go's jsonpath does.
 *
 * @param budget is charged for each visited value
 * @throws WorkLimitError if the budget is exhausted
 */
function evaluateJsonPath(
  steps: readonly JsonPathStep[],
  root: JsonValue,
  budget: WorkBudget,
): JsonValue[] {
  return evaluateFrom([root], steps, budget);
}

function evaluateFrom(
  values: readonly JsonValue[],
  steps: readonly JsonPathStep[],
  budget: WorkBudget,
): JsonValue[] {
  let found = [...values];
  for (const step of steps) {
    if (found.length === 0) return found;
    budget.spend(1 + found.length);
    found = evaluateStep(step, found, budget);
  }
  return found;
}

function evaluateStep(
  step: JsonPathStep,
  input: readonly JsonValue[],
  budget: WorkBudget,
): JsonValue[] {
  switch (step.type) {
    case 'field':
      return input.flatMap((value) => fieldOf(value, step.name));
    case 'wildcard':
      return input.flatMap(childrenOf);
    case 'recursive':
      return atMostTwice(descendFrom(input, budget), budget);
    case 'index':
      return nonNull(input).flatMap((value) => [elementAt(asArray(value), step.index)]);
    case 'slice':
      return nonNull(input).flatMap((value) => sliceOf(asArray(value), step));
    case 'union':
      return atMostTwice(
        step.paths.flatMap((path) => evaluateFrom(input, path, budget)),
        budget,
      );
    case 'filter':
      return input.flatMap((value) => {
        const elements = asArray(value);
        budget.spend(elements.length);
        return elements.filter((element) => passes(step, element, budget));
      });
  }
}

/**
 * Keeps at most two occurrences of each object and list. Chained `..` find the same values
 * repeatedly, and more of them with each step. Callers only need to know that a value occurs more
 * than once.
 */
function atMostTwice(values: readonly JsonValue[], budget: WorkBudget): JsonValue[] {
  budget.spend(values.length);
  const counts = new Map<JsonValue, number>();
  return values.filter((value) => {
    if (typeof value !== 'object' || value === null) return true;
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    return count <= 2;
  });
}

function nonNull(values: readonly JsonValue[]): JsonValue[] {
  return values.filter((value) => value !== null);
}

function fieldOf(value: JsonValue, name: string): JsonValue[] {
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return [];
  const found = value[name];
  return found === undefined ? [] : [found];
}

function childrenOf(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

/** The values themselves, followed by all objects and lists inside them. */
function descendFrom(values: readonly JsonValue[], budget: WorkBudget): JsonValue[] {
  const found: JsonValue[] = [];
  const descend = (value: JsonValue): void => {
    const children = childrenOf(value);
    budget.spend(children.length);
    if (children.length > 0) found.push(value);
    children.forEach(descend);
  };
  values.forEach(descend);
  return found;
}

function asArray(value: JsonValue): JsonValue[] {
  if (!Array.isArray(value)) throw new JsonPathError('not an array');
  return value;
}

function elementAt(array: readonly JsonValue[], index: number): JsonValue {
  const element = array.at(index);
  if (element === undefined) {
    throw new JsonPathError(`array index out of bounds: index ${index}, length ${array.length}`);
  }
  return element;
}

function sliceOf(
  array: readonly JsonValue[],
  step: { readonly from?: number; readonly to?: number; readonly step?: number },
): JsonValue[] {
  const length = array.length;
  const fromEnd = (index: number): number => (index < 0 ? index + length : index);
  const from = fromEnd(step.from ?? 0);
  const to = fromEnd(step.to ?? length);
  if (from === to) return [];
  if (from < 0 || from >= length || to < 0 || to > length || from > to) {
    throw new JsonPathError(`array index out of bounds: ${from} to ${to}, length ${length}`);
  }
  if (step.step !== undefined && step.step <= 0) throw new JsonPathError('step must be > 0');
  return array.slice(from, to).filter((_, index) => index % (step.step ?? 1) === 0);
}

function passes(
  step: JsonPathStep & { type: 'filter' },
  element: JsonValue,
  budget: WorkBudget,
): boolean {
  if (step.test === undefined) {
    return 'path' in step.left && evaluateJsonPath(step.left.path, element, budget).length > 0;
  }
  const left = scalarOf(step.left, element, budget);
  const right = scalarOf(step.test.right, element, budget);
  if (left === undefined || right === undefined) return false;
  return compareScalars(left, step.test.operator, right);
}

function scalarOf(
  operand: FilterOperand,
  element: JsonValue,
  budget: WorkBudget,
): Scalar | undefined {
  if ('literal' in operand) {
    return { value: operand.literal, float: operand.float === true };
  }
  const values = evaluateJsonPath(operand.path, element, budget);
  if (values.length > 1) throw new JsonPathError('can only compare one element at a time');
  const value = values[0];
  if (value === undefined) return undefined;
  if (value === null || typeof value === 'object') throw new JsonPathError('not comparable');
  return { value, float: typeof value === 'number' && !Number.isInteger(value) };
}

/** A scalar in a comparison. Go and its filters distinguish integers from floats. */
interface Scalar {
  readonly value: string | number | bigint | boolean;
  readonly float: boolean;
}

/**
 * Compares as Go's templates do. Throws for different types and for ordered comparison of booleans.
 */
function compareScalars(left: Scalar, operator: string, right: Scalar): boolean {
  if (kindOf(left) !== kindOf(right)) throw new JsonPathError('incompatible types for comparison');
  const a = left.value;
  const b = right.value;
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  if (typeof a === 'boolean') throw new JsonPathError('invalid type for comparison');
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    default:
      throw new JsonPathError(`unrecognized filter operator ${operator}`);
  }
}

function kindOf(scalar: Scalar): string {
  const type = typeof scalar.value;
  if (type !== 'number' && type !== 'bigint') return type;
  return scalar.float ? 'float' : 'int';
}
