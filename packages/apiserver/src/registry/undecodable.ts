import { ApiError } from '@vmgen/runtime/client';
import { internalError, plainServerError, storageReadError } from '../errors/status-error.js';
import type { Endpoint } from '../resource/endpoint.js';
import type { ServedResource } from '../resource/served-resource.js';
import type { Revision } from '../storage/revision.js';

/**
 * Returns the error of kube-apiserver for an object that cannot be converted when it is read.
 *
 * @param error the error of the conversion
 */
export function unreadable(endpoint: Endpoint, revision: Revision, error: unknown): unknown {
  const reason = reasonOf(revision, error);
  return reason === undefined
    ? error
    : internalError(corruptObject(keyIn(endpoint, revision), reason));
}

/** As {@link unreadable}, for an object that is read to update it. */
export function notUpdatable(revision: Revision, error: unknown): unknown {
  const reason = reasonOf(revision, error);
  return reason === undefined ? error : plainServerError(reason);
}

/** As {@link unreadable}, for the objects of a list. */
export function unlistable(
  endpoint: Endpoint,
  failed: readonly { readonly revision: Revision; readonly error: unknown }[],
): unknown {
  const causes: { field: string; message: string }[] = [];
  for (const { revision, error } of failed) {
    const reason = reasonOf(revision, error);
    if (reason === undefined) return error;
    const field = `/registry${keyIn(endpoint, revision)}`;
    causes.push({ field, message: corruptObject(field, reason) });
  }
  return storageReadError(endpoint.resource, causes);
}

const keyIn = ({ resource }: Endpoint, { key }: Revision): string => storageKey(resource, key);

/** The key in etcd of an object, or of a part of it, in the errors of kube-apiserver. */
export function storageKey({ isCustom, group, plural }: ServedResource, key: string): string {
  return `${isCustom ? `/${group}` : ''}/${plural}/${key}`;
}

const corruptObject = (key: string, reason: string): string =>
  `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${reason}`;

function reasonOf({ version }: Revision, error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return `object not decodable revision=${version}: ${error.status.message ?? ''}`;
}
