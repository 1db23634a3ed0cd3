import { WorkBudget } from '@vmgen/base/json';

/**
 * The work limit of one request, in steps of about 200 ns: about one second on a slow machine.
 * kube-apiserver continues until its time-out of one minute. This server returns the same 504
 * earlier, so that other requests do not wait.
 */
const REQUEST_STEPS = 5_000_000;

/**
 * Creates the work budget of one request. All parts of the server that work for the request use it.
 */
export function requestWork(): WorkBudget {
  return new WorkBudget(REQUEST_STEPS);
}
