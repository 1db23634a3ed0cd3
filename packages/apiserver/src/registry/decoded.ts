import type { ApiError } from '@vmgen/runtime/client';
import { EmbeddedResourceError, ObjectMetaTypeError } from '@vmgen/crd/internal';
import { badRequest } from '../errors/status-error.js';

/**
 * Decodes an object.
 *
 * @param refuse returns the error for an object that cannot be decoded, whose reason may differ for an
 *   object that is no JSON in Go
 */
export function decoded<Result>(
  decode: () => Result,
  refuse: (reason: string, unstructured: string) => Error,
): Result {
  try {
    return decode();
  } catch (error) {
    if (error instanceof ObjectMetaTypeError) {
      throw refuse(error.message, error.unstructured ?? error.message);
    }
    if (error instanceof EmbeddedResourceError) throw refuse(error.message, error.message);
    throw error;
  }
}

/**
 * Returns the error 400 for a body that is not an object of the endpoint's kind.
 *
 * @param named the type in the body
 * @param kind the kind of the endpoint
 */
export function notHandled(
  named: { readonly kind: string; readonly version: string },
  kind: string,
  reason: string,
): ApiError {
  const version = JSON.stringify(named.version);
  return badRequest(
    `${named.kind} in version ${version} cannot be handled as a ${kind}: ${reason}`,
  );
}

/** Returns the reason for rejecting an object of another kind than that of the URL. */
export function otherKind(
  named: { readonly apiVersion: string; readonly kind: string },
  expected: { readonly apiVersion: string; readonly kind: string },
): string {
  const [kind, version] = [JSON.stringify(named.kind), JSON.stringify(named.apiVersion)];
  return `no kind ${kind} is registered for version ${version} at this path: expected ${expected.kind} of ${expected.apiVersion}`;
}
