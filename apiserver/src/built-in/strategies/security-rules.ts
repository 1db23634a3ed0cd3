import type { JsonObject } from '@vmgen/crd/internal/json';
import type { ErrorList } from './error-list.js';

const MAX_ID = 2_147_483_647;

/** Users and groups are numbers from 0 on. */
export function checkRunAs(errors: ErrorList, path: string, context: JsonObject): void {
  for (const name of ['runAsUser', 'runAsGroup', 'fsGroup']) {
    errors.inRange(`${path}.${name}`, context[name], 0, MAX_ID);
  }
}
