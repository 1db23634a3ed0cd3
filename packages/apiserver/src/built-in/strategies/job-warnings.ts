import type { JsonObject } from '@vmgen/base/json';
import { getNumber, getObject } from './fields.js';
import { workloadWarnings } from './template-warnings.js';

const MANY =
  'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail';

/** Returns the warnings for a Job, or for a kind with the spec of a Job at a path. */
export const jobWarnings =
  (...path: readonly string[]) =>
  (object: JsonObject, live: JsonObject | undefined): string[] => {
    const spec = getObject(object, ...path);
    const isLarge =
      spec['completionMode'] === 'Indexed' &&
      (getNumber(spec, 'completions') ?? 0) > 100_000 &&
      (getNumber(spec, 'parallelism') ?? 0) > 10_000;
    const isMoved =
      live === undefined ||
      getObject(object, 'metadata')['generation'] !== getObject(live, 'metadata')['generation'];
    return [
      ...(isLarge && isMoved ? [`${path.join('.')}: ${MANY}`] : []),
      ...workloadWarnings(...path, 'template')(object, live),
    ];
  };
