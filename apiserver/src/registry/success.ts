import type { JsonObject } from '@vmgen/base/json';

/** The Status that says no more than that it was done. */
export function success(): JsonObject {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
}
