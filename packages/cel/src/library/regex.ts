import { CostLimitError } from '../values/cost-limit-error.js';
import { PlanError } from './plan-error.js';
import { ArrayList, CelError, noSuchOverload, type CelValue } from '../values/value.js';
import type { CelFunction } from './function-library.js';
import {
  compilePattern,
  errorMessage,
  MAX_SEARCH_STEPS,
  searchSteps,
  type Pattern,
} from '@vmgen/base/text';

type Search = (pattern: Pattern, text: string, limit: number) => CelValue;

const SEARCHES: ReadonlyMap<string, Search> = new Map<string, Search>([
  ['matches', (pattern, text) => checked(pattern, text).test(text)],
  ['find', (pattern, text) => checked(pattern, text).findAll(text, 1)[0] ?? ''],
  [
    'findAll',
    (pattern, text, limit) => new ArrayList(findAll(checked(pattern, text), text, limit)),
  ],
]);

/** @throws CostLimitError if a search in the text could take too long */
function checked(pattern: Pattern, text: string): Pattern {
  if (pattern.size * text.length > MAX_SEARCH_STEPS) throw new CostLimitError();
  return pattern;
}

/** The time of the searches of a call, in milliseconds. Usual ones take a hundredth, also if the machine is busy. */
const MAX_MS = 5_000;

/**
 * Returns all matches. The searches for `.*b|c` in a text of `c` read its whole rest each, and those for `c` do not.
 *
 * @throws CostLimitError if the searches could take too long, and have
 */
function findAll(pattern: Pattern, text: string, limit: number): string[] {
  const begunMs = performance.now();
  let left = MAX_SEARCH_STEPS;
  return pattern.findAll(text, limit, (length) => {
    left -= length * pattern.size;
    if (left < 0 && performance.now() - begunMs > MAX_MS) throw new CostLimitError();
  });
}

/**
 * Compiles a function for a constant pattern. Returns undefined if the function takes no pattern.
 *
 * @throws PlanError if the pattern is invalid
 */
export function compiledRegexFunction(name: string, source: string): CelFunction | undefined {
  const search = SEARCHES.get(name);
  if (search === undefined) return undefined;
  const pattern = tryCompile(source);
  if (pattern instanceof CelError) throw new PlanError(pattern.message);
  return ([text, , limit]) =>
    typeof text === 'string' ? search(pattern, text, limitOf(limit)) : noSuchOverload;
}

/** The cost of a search that takes a millisecond. An expression may cost a million: 5 seconds. */
export const COST_PER_MS = 200;

/** The steps of a search that take as long as those of a unit of cost. */
const STEPS_PER_COST = 500;

/** The steps of a search that take as long as the compilation of a part of a pattern. */
const COMPILATION_STEPS = 250;

/** Searches of fewer steps cost what Kubernetes estimates, so that the cost is the same in each run. */
const SHORT_STEPS = 10_000;

/**
 * Returns a function for the cost of a search that has taken a time. Kubernetes' estimate depends on the
 * length of the pattern only, and `(.*a){1000}` is short. Undefined if the function takes no pattern.
 *
 * @param source the pattern if it is constant; others are compiled for each call
 */
export function regexCost(
  name: string,
  source: string | undefined,
): ((args: readonly CelValue[], ms: number) => number) | undefined {
  if (!SEARCHES.has(name)) return undefined;
  return ([text, pattern], ms) => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return 0;
    const compiled = tryCompile(pattern);
    if (compiled instanceof CelError) return 0;
    const length = text.length + (source === undefined ? COMPILATION_STEPS : 0);
    const steps = searchSteps(compiled, length, ms);
    return steps < SHORT_STEPS ? 0 : Math.floor(steps / STEPS_PER_COST);
  };
}

const limitOf = (limit: CelValue | undefined): number =>
  typeof limit === 'bigint' ? Number(limit) : -1;

function tryCompile(source: string): Pattern | CelError {
  try {
    return compilePattern(source);
  } catch (error) {
    return new CelError(errorMessage(error));
  }
}

const searching =
  (name: string): CelFunction =>
  ([text, source, limit]) => {
    const search = SEARCHES.get(name);
    if (typeof text !== 'string' || typeof source !== 'string' || search === undefined) {
      return noSuchOverload;
    }
    const pattern = tryCompile(source);
    if (!(pattern instanceof CelError)) return search(pattern, text, limitOf(limit));
    return name === 'matches' ? pattern : new CelError(`Illegal regex: ${pattern.message}`);
  };

export const REGEXES: ReadonlyMap<string, CelFunction> = new Map([
  ['matches', searching('matches')],
  ['matches_string', searching('matches')],
  ['string_find_string', searching('find')],
  ['string_find_all_string', searching('findAll')],
  ['string_find_all_string_int', searching('findAll')],
]);
