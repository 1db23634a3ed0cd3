import { deepEqualJson, type JsonObject } from '@vmgen/base/json';
import { coerceObjectMeta } from '@vmgen/crd/internal';
import type { AdmissionOperation, AdmissionRequest } from '../admission/admission-request.js';
import type { ObjectRules } from '../admission/admission-chain.js';
import { badRequest, internalError, plainServerError } from '../errors/status-error.js';
import { SERVER_USER } from '../request/request-user.js';
import type { Steps } from '../request/steps.js';
import { managersProblem } from '../managed-fields/object-managers.js';
import { dropNamespace, metadataOf, metaString } from '../resource/object-meta.js';
import { namedType } from './decode-body.js';
import { decoded, otherKind } from './decoded.js';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import { textOf } from '../json/text-of.js';
import { dropSameOwners } from './prepare-object.js';
import type { RequestContext } from './request-context.js';

/** A write of a request. A request that deletes a collection has many. */
interface AdmittedWrite {
  readonly operation: AdmissionOperation;
  /** The object after the write; undefined for a deletion. */
  readonly object?: JsonObject;
  /** The object before the write; undefined for a creation. */
  readonly oldObject?: JsonObject;
  /** The name in the request of a creation. Defaults to that of the object. */
  readonly sentName?: string;
  readonly dryRun: boolean;
  /** The options that the client sent. Defaults to those in the query. */
  readonly options?: JsonObject;
}

/**
 * Passes a write through the mutating webhooks and policies.
 *
 * @returns the object of the write, or a changed copy
 * @throws ApiError if one of them fails or denies the write
 */
export function* admitMutation(
  context: RequestContext,
  write: AdmittedWrite & { readonly object: JsonObject },
): Steps<JsonObject> {
  const { admission } = context;
  if (admission === undefined) return write.object;
  const { info } = context;
  const request = requestOf(context, write);
  const mutated = (yield* admission.mutate(request, rulesOf(context))) ?? write.object;
  if (mutated !== write.object) repairMetadata(context, mutated, write.object);
  dropNamespace(context.endpoint.resource, mutated);
  const namespace = metaString(mutated, 'namespace');
  if (info.namespace !== undefined && namespace !== '' && namespace !== info.namespace) {
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }
  return mutated;
}

/** Restores managed fields that plugins have damaged, and removes duplicate owner references. */
function repairMetadata({ warnings }: RequestContext, mutated: JsonObject, sent: JsonObject): void {
  const metadata = metadataOf(mutated);
  const { managedFields: before } = metadataOf(sent);
  const isChanged = !deepEqualJson(metadata['managedFields'] ?? null, before ?? null);
  const problem = isChanged ? managersProblem(mutated) : undefined;
  if (problem !== undefined) {
    if (before === undefined) delete metadata['managedFields'];
    else metadata['managedFields'] = before;
    warnings.push(
      `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${problem}`,
    );
  }
  dropSameOwners(metadata, warnings, { isAdmitted: true });
}

/**
 * Passes a write through the validating webhooks and policies.
 *
 * @throws ApiError if one of them fails or denies the write
 */
export function* admitValidation(context: RequestContext, write: AdmittedWrite): Steps<void> {
  if (context.admission !== undefined) {
    yield* context.admission.validate(requestOf(context, write));
  }
}

/**
 * Passes an object that is answered and not stored, such as an Eviction, through all webhooks and
 * policies.
 */
export function* admitPosted(context: RequestContext, object: JsonObject): Steps<JsonObject> {
  if (context.admission === undefined) return object;
  const write = { operation: 'CREATE', dryRun: context.info.query.has('dryRun') } as const;
  const mutated = yield* admitMutation(context, { ...write, object });
  yield* admitValidation(context, { ...write, object: mutated });
  return mutated;
}

/** Passes a deletion through all webhooks and policies. */
export function* admitDeletion(
  context: RequestContext,
  oldObject: JsonObject,
  { dryRun, sent }: { readonly dryRun: boolean; readonly sent: JsonObject },
): Steps<void> {
  const { admission } = context;
  if (admission === undefined) return;
  const request = requestOf(context, { operation: 'DELETE', oldObject, dryRun, options: sent });
  yield* admission.mutate(request, rulesOf(context));
  yield* admission.validate(request);
}

function requestOf(
  context: RequestContext,
  { operation, object, oldObject, sentName, dryRun, options }: AdmittedWrite,
): AdmissionRequest {
  const { endpoint, info, request } = context;
  const { resource } = endpoint;
  const { subresource = '' } = info;
  const below = resource.subresources.find(({ name }) => name === subresource);
  const { group, version, kind } = below ?? resource;
  // The calls of a deleted collection have no name.
  const name = info.name ?? (sentName || (object === undefined ? '' : metaString(object, 'name')));
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  return {
    operation,
    endpoint,
    kind: { group, version, kind },
    subresource,
    namespace: isNamespace ? name : (info.namespace ?? ''),
    name,
    object,
    oldObject,
    options: options ?? writeOptions(operation, info.query),
    dryRun,
    user: context.user ?? SERVER_USER,
    authorizer: context.authorizer,
    clock: context.clock,
    deadlineMs: context.deadlineMs,
    signal: request.signal,
    work: context.work,
    warnings: context.warnings,
  };
}

/** Returns CreateOptions or UpdateOptions as a webhook receives them. */
function writeOptions(operation: AdmissionOperation, query: URLSearchParams): JsonObject {
  const kind = operation === 'CREATE' ? 'CreateOptions' : 'UpdateOptions';
  const options: JsonObject = { kind, apiVersion: 'meta.k8s.io/v1' };
  const dryRun = query.getAll('dryRun');
  if (dryRun.length > 0) options['dryRun'] = dryRun;
  for (const field of ['fieldManager', 'fieldValidation']) {
    const value = query.get(field);
    if (value !== null && value !== '') options[field] = value;
  }
  return options;
}

function rulesOf({ endpoint, info, registry }: RequestContext): ObjectRules {
  const { resource } = endpoint;
  const below = resource.subresources.find(({ name }) => name === info.subresource);
  if (below !== undefined && below.kind !== resource.kind) {
    const component = below.component ?? 'io.k8s.api.autoscaling.v1.Scale';
    const schema = registry.builtIn.types.schemaOf(component, {});
    return {
      decode: (object) => orInternalError(() => schema.prune(object)),
      default: (object) => schema.default(object),
      settle: () => undefined,
    };
  }
  return {
    decode(object) {
      checkKind(resource, object);
      orInternalError(() => endpoint.decode?.(object));
    },
    default: (object) => endpoint.schema.default(object),
    settle(object) {
      if (endpoint.decode !== undefined) return;
      const expected = groupVersionOf(resource);
      if (object['apiVersion'] !== expected) {
        const version = textOf(object['apiVersion']);
        const own = `${version.includes('/') ? '' : '/'}${version}, Kind=${textOf(object['kind'])}`;
        throw plainServerError(
          `${own} is unstructured and is not suitable for converting to ${JSON.stringify(expected)}`,
        );
      }
      orInternalError(() => coerceObjectMeta((object['metadata'] ??= {}), 'metadata'));
    },
  };
}

/**
 * Checks the kind of a changed object. That of a custom resource is validated later.
 *
 * @throws ApiError 500
 */
function checkKind(resource: ServedResource, object: JsonObject): void {
  const { apiVersion, kind } = namedType(object);
  if (resource.isCustom) {
    if (kind !== '') return;
    throw internalError("Object 'Kind' is missing");
  }
  // The type of an object without a kind is known.
  const own = { kind: resource.kind, apiVersion: groupVersionOf(resource) };
  const named = { kind: kind || own.kind, apiVersion: apiVersion || own.apiVersion };
  Object.assign(object, named);
  if (named.kind === own.kind && named.apiVersion === own.apiVersion) return;
  throw internalError(otherKind(named, own));
}

/** Calls `decode`. An object that a plugin has broken is an internal error. */
function orInternalError(decode: () => unknown): void {
  decoded(decode, internalError);
}
