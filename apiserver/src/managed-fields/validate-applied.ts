import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/crd/internal/json';
import { PatchError } from '../errors/patch-error.js';

/** What the request's address says that the applied body must agree with. */
export interface AppliedAddress {
  /** `group/version`, or `version` for the core group. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Absent for a cluster-scoped resource. */
  readonly namespace?: string;
}

/**
 * Refuses an applied body that is not of the kind, version, name or namespace to which it was
 * sent, or that brings managedFields.
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
  if (Array.isArray(metadata.managedFields)) {
    throw badRequest('metadata.managedFields must be nil');
  }
  validateAddress(textOf(metadata.name), textOf(metadata.namespace), address);
}

function validateAddress(name: string, namespace: string, address: AppliedAddress): void {
  if (namespace !== '' && address.namespace !== undefined && namespace !== address.namespace) {
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }
  if (name === '') {
    throw badRequest(
      `the name of the object (${address.name} based on URL) was undeterminable: ` +
        'name must be provided',
    );
  }
  if (name !== address.name) {
    throw badRequest(
      `the name of the object (${name}) does not match the name on the URL (${address.name})`,
    );
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
