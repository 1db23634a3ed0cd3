import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { PatchError } from '../errors/patch-error.js';

/** The type in the URL of the request, which the body must match. */
interface AppliedAddress {
  /** `group/version`, or `version` for the core group. */
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Rejects an applied body of another kind or version than that of the URL, or with managedFields.
 * The name and namespace are compared with the URL after the merge: a body without a name changes
 * the object of the URL.
 *
 * @throws PatchError 400 with kube-apiserver's message
 */
export function validateApplied(applied: JsonObject, address: AppliedAddress): void {
  const apiVersion = textOf(applied.apiVersion);
  const kind = textOf(applied.kind);
  if (apiVersion !== address.apiVersion || kind !== address.kind) {
    throw badRequest(`invalid object type: ${describeKind(apiVersion, kind)}`);
  }
  const metadata = isJsonObject(applied.metadata) ? applied.metadata : {};
  const { managedFields } = metadata;
  // Go ignores a list with other items than objects.
  if (Array.isArray(managedFields) && managedFields.every(isJsonObject)) {
    throw badRequest('metadata.managedFields must be nil');
  }
}

/** Formats a group, version and kind as the API's messages do: `group/version, Kind=Kind`. */
export function describeKind(apiVersion: string, kind: string): string {
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

function badRequest(message: string): PatchError {
  return new PatchError(400, 'BadRequest', message);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
