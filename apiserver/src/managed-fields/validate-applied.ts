import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { PatchError } from '../errors/patch-error.js';

/** What the request's address says that the applied body must agree with. */
interface AppliedAddress {
  /** `group/version`, or `version` for the core group. */
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Refuses an applied body that is not of the kind and version to which it was sent, or that brings
 * managedFields. Its name and namespace are compared with the URL after it was merged: a body
 * without a name changes the object that the URL names.
 *
 * @throws PatchError 400 in the API server's words
 */
export function validateApplied(applied: JsonObject, address: AppliedAddress): void {
  const apiVersion = textOf(applied.apiVersion);
  const kind = textOf(applied.kind);
  if (apiVersion !== address.apiVersion || kind !== address.kind) {
    throw badRequest(`invalid object type: ${describeKind(apiVersion, kind)}`);
  }
  const metadata = isJsonObject(applied.metadata) ? applied.metadata : {};
  const { managedFields } = metadata;
  // Go reads a list with anything but objects as none.
  if (Array.isArray(managedFields) && managedFields.every(isJsonObject)) {
    throw badRequest('metadata.managedFields must be nil');
  }
}

/** A group, version and kind as the API's messages show them: `group/version, Kind=Kind`. */
export function describeKind(apiVersion: string, kind: string): string {
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

function badRequest(message: string): PatchError {
  return new PatchError(400, 'BadRequest', message);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
