import { WorkBudget } from '@vmgen/base/json';

/**
 * How much one request may work, in steps of about 200 ns: about a second on a slow machine. A real
 * server would go on until its timeout of a minute; this one answers the same 504 before it keeps
 * others waiting.
 */
const REQUEST_STEPS = 5_000_000;

/** The budget of one request. All parts of the server that do work for it draw on this budget. */
export function requestWork(): WorkBudget {
  return new WorkBudget(REQUEST_STEPS);
}
