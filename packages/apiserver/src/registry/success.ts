import type { JsonObject } from '@vmgen/base/json';

/** Returns the Status of a successful request. */
export function success(): JsonObject {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
}
