import { CostLimitError } from '../values/cost-limit-error.js';
import { PlanError } from './plan-error.js';
import { ArrayList, CelError, noSuchOverload, type CelValue } from '../values/value.js';
import type { CelFunction } from './function-library.js';
import { compilePattern, errorMessage, type Pattern } from '@vmgen/base/text';

type Search = (pattern: Pattern, text: string, limit: number) => CelValue;

const SEARCHES: ReadonlyMap<string, Search> = new Map<string, Search>([
  ['matches', (pattern, text) => pattern.test(text)],
  ['find', (pattern, text) => pattern.findAll(text, 1)[0] ?? ''],
  ['findAll', (pattern, text, limit) => new ArrayList(findAll(pattern, text, limit))],
]);

/** The steps of all searches of a call. They take up to 3 seconds, and usually far less. */
const MAX_STEPS = 300_000_000;

/**
 * Returns all matches. The searches for `.*b|c` in a text of `c` read its whole rest each.
 *
 * @throws CostLimitError if the searches together could take too many steps
 */
function findAll(pattern: Pattern, text: string, limit: number): string[] {
  let left = MAX_STEPS;
  return pattern.findAll(text, limit, (length) => {
    left -= length * pattern.size;
    if (left < 0) throw new CostLimitError();
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

/** The steps of a search that take as long as those of a unit of cost. */
const STEPS_PER_COST = 100;

/** The steps of a search that take as long as the compilation of a part of a pattern. */
const COMPILATION_STEPS = 250;

/**
 * Returns a function for the cost of a search in the worst case. Kubernetes' estimate depends on the
 * length of the pattern only, and `(.*a){1000}` is short. Undefined if the function takes no pattern.
 *
 * @param source the pattern if it is constant; others are compiled for each call
 */
export function regexCost(
  name: string,
  source: string | undefined,
): ((args: readonly CelValue[]) => number) | undefined {
  if (!SEARCHES.has(name)) return undefined;
  const constant = source === undefined ? undefined : compilePattern(source).size;
  return ([text, pattern]) => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return 0;
    const compiled = constant === undefined ? tryCompile(pattern) : undefined;
    if (compiled instanceof CelError) return 0;
    const steps = text.length + (compiled === undefined ? 0 : COMPILATION_STEPS);
    return Math.floor(((constant ?? compiled?.size ?? 0) * steps) / STEPS_PER_COST);
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
