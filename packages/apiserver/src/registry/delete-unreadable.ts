import { ApiError } from '@vmgen/runtime/client';
import { attributesOf } from '../authorization/request-attributes.js';
import { conflict, forbidden } from '../errors/status-error.js';
import type { Steps } from '../request/steps.js';
import { SERVER_USER } from '../request/request-user.js';
import type { Revision } from '../storage/revision.js';
import { checkCurrent, readLive } from './commit.js';
import type { DeleteOptions } from './delete-options.js';
import type { Answer, RequestContext } from './request-context.js';
import { storageKey } from './undecodable.js';

const VERB = 'unsafe-delete-ignore-read-errors';

/** @throws ApiError 403 */
export function checkMayDeleteUnreadable(context: RequestContext): void {
  const { authorizer, user = SERVER_USER, request, info, endpoint } = context;
  if (authorizer?.allows(user, { ...attributesOf(request, info), verb: VERB }) !== false) return;
  const why = `not permitted to do ${JSON.stringify(VERB)}, reason: `;
  throw forbidden(endpoint.resource, info.name ?? '', why);
}

/**
 * Removes an object that cannot be converted, regardless of its finalizers and of admission.
 *
 * Upstream: corruptObjectDeleter in apiserver/pkg/registry/generic/registry
 *
 * @throws ApiError 409 if it can be converted
 */
export function* deleteUnreadable(
  { endpoint, info: { name = '' } }: RequestContext,
  revision: Revision,
  { dryRun }: DeleteOptions,
): Steps<Answer> {
  const { resource, store } = endpoint;
  try {
    yield* readLive(endpoint, revision, 'read');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    checkCurrent(endpoint, revision);
    if (!dryRun) store.remove(revision.key);
    const details = { name, kind: resource.kind };
    const status = { status: 'Success', details, code: 200 };
    return { status: 200, object: { kind: 'Status', apiVersion: 'v1', metadata: {}, ...status } };
  }
  const key = `/registry${storageKey(resource, revision.key)}`;
  const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: unsafe deletion is not allowed because the object is decodable from storage`;
  throw conflict(resource, name, why);
}
