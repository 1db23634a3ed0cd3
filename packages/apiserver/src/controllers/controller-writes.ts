import type { Clock } from '@vmgen/runtime';
import { ApiError } from '@vmgen/runtime/client';
import { type JsonObject, TooLargeError, WorkLimitError } from '@vmgen/base/json';
import { PatchError } from '../errors/patch-error.js';
import type { Revision } from '../storage/revision.js';
import { createObject } from '../registry/create-object.js';
import { deleteObject } from '../registry/delete-object.js';
import type { DeleteOptions } from '../registry/delete-options.js';
import type { Registry } from '../registry/registry.js';
import type { RequestContext } from '../registry/request-context.js';
import { runSynchronously } from '../request/steps.js';
import { requestWork } from '../request/request-work.js';
import { updateObject } from '../registry/update-object.js';
import type { WriteOptions } from '../registry/write-options.js';
import type { Endpoint } from '../resource/endpoint.js';
import { metaString } from '../resource/object-meta.js';

/** The field manager of these controllers' writes. */
const MANAGER = 'kube-controller-manager';

const OPTIONS: WriteOptions = { dryRun: false, manager: MANAGER, fieldValidation: 'Ignore' };

/** The part of the server that its controllers use. */
export interface ControllerHost {
  readonly registry: Registry;
  readonly clock: Clock;
}

/** A stored object and its endpoint. */
export interface Stored {
  readonly endpoint: Endpoint;
  readonly revision: Revision;
}

/**
 * Creates an object as a request of kube-controller-manager does.
 *
 * @throws ApiError if the API rejects the request
 */
export function createStored(host: ControllerHost, endpoint: Endpoint, object: JsonObject): void {
  runSynchronously(createObject(contextOf(host, endpoint, object, 'create'), object, OPTIONS));
}

/**
 * Deletes an object as a request of kube-controller-manager does.
 *
 * @throws ApiError if the API rejects the request
 */
export function deleteStored(
  host: ControllerHost,
  { endpoint, revision }: Stored,
  propagation: NonNullable<DeleteOptions['propagation']>,
): void {
  const options = {
    dryRun: false,
    propagation,
    gracePeriodSeconds: undefined,
    uid: undefined,
    resourceVersion: undefined,
    ignoresReadError: false,
    sent: {},
  };
  const context = contextOf(host, endpoint, revision.object, 'delete');
  runSynchronously(deleteObject(context, revision, options));
}

/**
 * Updates an object or a subresource as a request of kube-controller-manager does.
 *
 * @throws ApiError if the API rejects the request
 */
export function updateStored(
  host: ControllerHost,
  { endpoint, revision }: Stored,
  next: JsonObject,
  subresource?: 'status' | 'finalize',
): void {
  const context = contextOf(host, endpoint, revision.object, 'update', subresource);
  runSynchronously(updateObject(context, revision, next, OPTIONS));
}

/**
 * Calls `write`, and ignores an error of the API.
 *
 * @returns whether the write succeeded
 */
export function tryWrite(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

/** Whether the error is a rejection by the API. Any other error is a defect. */
export function isRefusal(error: unknown): boolean {
  const refusals = [ApiError, PatchError, TooLargeError, WorkLimitError];
  return refusals.some((refusal) => error instanceof refusal);
}

const METHODS = { create: 'POST', delete: 'DELETE', update: 'PUT' } as const;

function contextOf(
  { registry, clock }: ControllerHost,
  endpoint: Endpoint,
  object: JsonObject,
  verb: 'create' | 'delete' | 'update',
  subresource?: string,
): RequestContext {
  const { group, version, plural, namespaced } = endpoint.resource;
  return {
    registry,
    clock,
    endpoint,
    info: {
      verb,
      group,
      version,
      resource: plural,
      namespace: namespaced ? metaString(object, 'namespace') : undefined,
      name: metaString(object, 'name'),
      subresource,
      query: new URLSearchParams(),
    },
    request: { method: METHODS[verb], path: '' },
    work: requestWork(),
    warnings: [],
    // The writes of these controllers do not pass admission.
    admission: undefined,
    deadlineMs: Infinity,
    user: undefined,
    authorizer: undefined,
  };
}
