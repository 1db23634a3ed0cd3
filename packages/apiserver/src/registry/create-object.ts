import { randomUuid, type Random } from '@vmgen/runtime/async';
import type { JsonObject } from '@vmgen/base/json';
import { validateObjectMeta } from '@vmgen/crd/internal';
import {
  alreadyExists,
  badRequest,
  invalid,
  plainServerError,
  forbidden,
} from '../errors/status-error.js';
import type { Revision } from '../storage/revision.js';
import type { Steps } from '../request/steps.js';
import { admitMutation, admitValidation } from './admit.js';
import { clusterView } from './cluster-view.js';
import {
  commitOwned,
  convertToStored,
  dryRunObject,
  OutdatedError,
  prunedForStorage,
  readWritten,
  storedKey,
  storeFitting,
  timestamp,
} from './commit.js';
import { decodeBody } from './decode-body.js';
import { namedKindOf } from './decode-body.js';
import { keyOf, refusedKind, type Endpoint } from '../resource/endpoint.js';
import { checkMetadataTypes, kindErrors, validateObject } from './validate-object.js';
import { checkNamespaceOpen } from './namespace-lifecycle.js';
import { checkAllowed } from '../authorization/access.js';
import { attributesOf } from '../authorization/request-attributes.js';
import {
  dropNamespace,
  isDeleting,
  metadataOf,
  metaString,
  typedMetadataOf,
} from '../resource/object-meta.js';
import type { Answer, RequestContext } from './request-context.js';
import { groupVersionOf } from '../resource/served-resource.js';
import { parseWriteOptions, type WriteOptions } from './write-options.js';
import type { Registry } from './registry.js';

/** Answers a POST. */
export function* handleCreate(context: RequestContext): Steps<Answer> {
  const options = parseWriteOptions(context, 'CreateOptions');
  const object = decodeBody(context, options.fieldValidation);
  const { name } = context.info;
  if (name !== undefined && metaString(object, 'name') === '') metadataOf(object)['name'] = name;
  checkAddress(context, object);
  return yield* createObject(context, object, options);
}

/** Checks that an object's name and namespace match the URL, and sets them if they are absent. */
export function checkAddress(context: RequestContext, object: JsonObject): void {
  const { name } = context.info;
  dropNamespace(context.endpoint.resource, object);
  const ownName = metaString(object, 'name');
  if (name !== undefined && ownName !== name) {
    if (ownName === '') {
      throw badRequest(
        `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
      );
    }
    throw badRequest(
      `the name of the object (${ownName}) does not match the name on the URL (${name})`,
    );
  }
  setNamespace(context, object);
}

/**
 * Sets the namespace of an object to that of the request.
 *
 * @throws ApiError 400 if it has another
 */
export function setNamespace({ info: { namespace } }: RequestContext, object: JsonObject): void {
  if (namespace === undefined) return;
  const ownNamespace = metaString(object, 'namespace');
  if (ownNamespace !== '' && ownNamespace !== namespace) {
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }
  metadataOf(object)['namespace'] = namespace;
}

/** Options of {@link createObject} and `updateObject`. */
export interface OwnershipOptions {
  /** Whether an apply has already set managedFields. Defaults to false. */
  readonly hasManagedFields?: boolean;
}

/**
 * Creates an object that was decoded or applied: sets system metadata, calls the strategy, updates
 * managed fields, and validates. The object is changed and stored itself.
 *
 * @throws ApiError
 */
export function* createObject(
  context: RequestContext,
  object: JsonObject,
  options: WriteOptions,
  { hasManagedFields = false }: OwnershipOptions = {},
): Steps<Answer> {
  const { endpoint } = context;
  const { strategy } = endpoint;
  checkOpen(context, object);
  const time = timestamp(context.clock);
  wipeSystemMetadata(object);
  const { status } = object;
  // Mutating plugins can change the name.
  const sentName = metaString(object, 'name');
  if (strategy.dropsStatusOnCreate) delete object['status'];
  let owned = hasManagedFields ? object : yield* recordCreate(context, object, options, time);
  const { dryRun } = options;
  if (context.admission !== undefined) {
    // Mutating plugins receive the status that the client sent.
    if (status !== undefined) owned['status'] = status;
    owned = yield* admitMutation(context, { operation: 'CREATE', object: owned, dryRun });
    setNamespace(context, owned);
    if (strategy.dropsStatusOnCreate) delete owned['status'];
  }
  fillSystemMetadata(context, owned, time);
  // Mutating plugins can change the type.
  const wrongKind = kindErrors(endpoint, owned);
  if (wrongKind.length > 0) {
    throw invalid(namedKindOf(owned), metaString(owned, 'name'), wrongKind);
  }
  // No manager owns the fields that the server sets.
  strategy.prepareForCreate?.(owned, clusterView(context), (text) => {
    context.warnings.push(text);
  });

  validateNew(context, owned);
  yield* admitValidation(context, { operation: 'CREATE', object: owned, sentName, dryRun });
  // A dry run does not check the resource version.
  if (isVersion(metaString(owned, 'resourceVersion')) && !options.dryRun) {
    throw plainServerError('resourceVersion should not be set on objects to be created');
  }
  const name = metaString(owned, 'name');
  const key = storedKey(endpoint, owned);
  const written = prunedForStorage(context, owned);
  const converted = dryRun ? undefined : yield* convertToStored(endpoint, written);
  // The request may have waited for a webhook. Nothing would remove the object later.
  checkOpen(context, owned);
  checkAbsent(context, name, key);
  if (dryRun) return { status: 201, object: yield* dryRunObject(endpoint, written) };
  const store = (stored: JsonObject, form: JsonObject | undefined): Revision =>
    commitOwned(endpoint, stored, key, form);
  // An apply keeps its managed fields in any case.
  const revision = hasManagedFields
    ? store(written, converted)
    : storeFitting(written, converted, store);
  return { status: 201, object: yield* readWritten(endpoint, revision), revision };
}

/**
 * @throws ApiError 409 if an object of this name exists
 * @throws OutdatedError for an apply or PUT, which starts again as an update
 */
function checkAbsent({ endpoint, info }: RequestContext, name: string, key: string): void {
  const present = endpoint.store.get(key);
  if (present === undefined) return;
  // A plugin may have changed the name. The update would not find this object.
  const isNamed = key === keyOf(info.namespace, info.name ?? '');
  if (info.verb !== 'create' && isNamed) throw new OutdatedError();
  throw alreadyExists(endpoint.resource, name, isDeleting(present.object));
}

/** Checks the permission of an update that creates. @throws ApiError 403 */
export function checkMayCreate({ authorizer, user, request, info }: RequestContext): void {
  if (authorizer === undefined) return;
  checkAllowed(authorizer, user, { ...attributesOf(request, info), verb: 'create' });
}

/**
 * Validates a new object with its metadata.
 *
 * @throws ApiError 422
 */
export function validateNew(context: RequestContext, object: JsonObject): void {
  const { endpoint } = context;
  const { resource, strategy } = endpoint;
  const name = strategy.nameRule?.(object) ?? strategy.nameForm;
  const rules = { namespaced: resource.namespaced, name };
  checkMetadataTypes(context, object);
  const metaErrors = validateObjectMeta(typedMetadataOf(object), rules);
  const errors = validateObject(context, object, undefined, metaErrors);
  const hidesMetadata = strategy.validatesMetadataLast === true && errors.length > 0;
  const found = hidesMetadata ? errors : [...metaErrors, ...errors];
  if (found.length > 0) throw invalid(refusedKind(endpoint), metaString(object, 'name'), found);
}

const MAX_VERSION = 2n ** 64n;

/** Whether a text is a resource version. As kube-apiserver does, a create ignores 0 and other texts. */
function isVersion(text: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt(text) !== 0n && BigInt(text) < MAX_VERSION;
}

/** Fields of the metadata that a create ignores. */
const IGNORED_FIELDS = [
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
  'uid',
];

function wipeSystemMetadata(object: JsonObject): void {
  const metadata = metadataOf(object);
  for (const field of IGNORED_FIELDS) {
    // To delete a field that is absent is not free.
    if (metadata[field] !== undefined) Reflect.deleteProperty(metadata, field);
  }
}

function fillSystemMetadata(
  { endpoint, registry: { random } }: RequestContext,
  object: JsonObject,
  time: string,
): void {
  const metadata = metadataOf(object);
  metadata['creationTimestamp'] = time;
  metadata['uid'] = randomUuid(random);
  if (endpoint.strategy.tracksGeneration) metadata['generation'] = 1;
  if (metaString(object, 'name') === '') {
    const prefix = metaString(object, 'generateName');
    if (prefix !== '')
      metadata['name'] = generateName(endpoint, metaString(object, 'namespace'), prefix, random);
  }
}

/** The characters of generated names. Vowels and characters that look alike are excluded. */
const NAME_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const MAX_PREFIX_LENGTH = 58;
const MAX_ATTEMPTS = 8;

function generateName(
  endpoint: Endpoint,
  namespace: string,
  prefix: string,
  random: Random = Math.random,
): string {
  let name = '';
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    name = prefix.slice(0, MAX_PREFIX_LENGTH);
    for (let i = 0; i < 5; i++)
      name += NAME_LETTERS.charAt(Math.floor(random() * NAME_LETTERS.length));
    const key = keyOf(endpoint.resource.namespaced ? namespace : undefined, name);
    if (endpoint.store.get(key) === undefined) break;
  }
  return name;
}

export function recordCreate(
  { endpoint }: RequestContext,
  next: JsonObject,
  options: WriteOptions,
  time: string,
): Steps<JsonObject> {
  return endpoint.fieldManager.recordUpdate({
    live: undefined,
    next,
    manager: options.manager,
    subresource: '',
    apiVersion: groupVersionOf(endpoint.resource),
    time,
  });
}

/** @throws ApiError 403 or 404 if the definition or the namespace of an object accepts no new ones */
function checkOpen({ endpoint, registry }: RequestContext, object: JsonObject): void {
  checkDefinitionOpen(registry, endpoint, object);
  checkNamespaceOpen(registry, endpoint, object);
}

/**
 * Rejects the creation of an object whose CustomResourceDefinition is being deleted.
 *
 * @throws ApiError 403
 */
function checkDefinitionOpen(registry: Registry, { resource }: Endpoint, object: JsonObject): void {
  if (!resource.isCustom) return;
  const definitions = registry.lookup('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
  const definition = definitions?.store.get(`${resource.plural}.${resource.group}`);
  if (definition === undefined || !isDeleting(definition.object)) return;
  const why = 'create not allowed while custom resource definition is terminating';
  throw forbidden(resource, metaString(object, 'name'), why);
}
