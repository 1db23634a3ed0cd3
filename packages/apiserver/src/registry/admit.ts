import { deepEqualJson, stringifyJson, type JsonObject } from '@vmgen/base/json';
import type { ApiError } from '@vmgen/runtime/client';
import type { AdmissionOperation, AdmissionRequest } from '../admission/admission-request.js';
import type { ObjectRules } from '../admission/admission-chain.js';
import { internalError, plainServerError } from '../errors/status-error.js';
import { SERVER_USER } from '../request/request-user.js';
import type { Steps } from '../request/steps.js';
import { managedFieldsOf, managersProblem } from '../managed-fields/object-managers.js';
import { SCALE_COMPONENT, SCALE_VERSION } from '../managed-fields/scale-managers.js';
import { dropNamespace, metadataOf, metaString } from '../resource/object-meta.js';
import { namedType, namedTypeOr } from './decode-body.js';
import { decoded, otherKind } from './decoded.js';
import {
  groupVersionOf,
  type ServedResource,
  type ServedSubresource,
} from '../resource/served-resource.js';
import { textOf } from '../json/text-of.js';
import { checkNamespaceOpen } from './namespace-lifecycle.js';
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
  const request = requestOf(context, write);
  const mutated = (yield* admission.mutate(request, rulesOf(context))) ?? write.object;
  if (mutated !== write.object) repairMetadata(context, mutated, write.object);
  dropNamespace(context.endpoint.resource, mutated);
  return mutated;
}

/** Restores managed fields that plugins have damaged, and removes duplicate owner references. */
function repairMetadata({ warnings }: RequestContext, mutated: JsonObject, sent: JsonObject): void {
  const metadata = metadataOf(mutated);
  if (managedFieldsOf(mutated)?.length === 0) delete metadata['managedFields'];
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
 *
 * @throws ApiError 404 or 403 if its namespace does not exist or is being deleted, or if it is denied
 */
export function* admitPosted(context: RequestContext, object: JsonObject): Steps<JsonObject> {
  const { info, registry, endpoint } = context;
  const name = metaString(object, 'name') || (info.name ?? '');
  const address: JsonObject = { metadata: { name, namespace: info.namespace ?? '' } };
  checkNamespaceOpen(registry, endpoint, address);
  if (context.admission === undefined) return object;
  const write = { operation: 'CREATE', dryRun: info.query.has('dryRun') } as const;
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
    const component = below.component ?? SCALE_COMPONENT;
    const schema = registry.builtIn.types.schemaOf(component, {});
    return {
      decode(object) {
        checkKind(below, object, resource.isCustom ? plainServerError : internalError);
        decoded(() => schema.prune(object), resource.isCustom ? notConvertible : internalError);
      },
      default: (object) => schema.default(object),
      settle: () => undefined,
    };
  }
  return {
    decode(object) {
      if (resource.isCustom) requireKind(object);
      else checkKind(resource, object, internalError);
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
      object['metadata'] ??= {};
    },
  };
}

/**
 * Checks the kind of a changed object of a custom resource, whose kind is validated later.
 *
 * @throws ApiError 500
 */
function requireKind(object: JsonObject): void {
  if (namedType(object).kind !== '') return;
  throw internalError(`Object 'Kind' is missing in '${stringifyJson(object)}'`);
}

/**
 * Checks the kind of a changed object of a built-in type.
 *
 * @param refuse returns the error 500 for another kind
 */
function checkKind(
  type: ServedResource | ServedSubresource,
  object: JsonObject,
  refuse: (message: string) => ApiError,
): void {
  // The type of an object without a kind is known.
  const own = { kind: type.kind, apiVersion: groupVersionOf(type) };
  const named = namedTypeOr(own, object);
  Object.assign(object, named);
  if (named.kind === own.kind && named.apiVersion === own.apiVersion) return;
  throw refuse(otherKind(named, own));
}

/** As kube-apiserver, for the Scale of a custom resource. */
const notConvertible = (problem: string): ApiError =>
  plainServerError(
    `unable to convert unstructured object to ${SCALE_VERSION}, Kind=Scale: ${problem}`,
  );

/** Calls `decode`. An object that a plugin has broken is an internal error. */
function orInternalError(decode: () => unknown): void {
  decoded(decode, internalError);
}
