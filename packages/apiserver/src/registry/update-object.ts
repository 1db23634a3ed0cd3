import { deepEqualJson, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import {
  fieldErrors,
  validateFinalizers,
  validateGenerateName,
  validateNames,
  validateObjectMetaUpdate,
} from '@vmgen/crd/internal';
import { errorMessage } from '@vmgen/base/text';
import { conflict, invalid, modified, notFound, plainServerError } from '../errors/status-error.js';
import type { Revision } from '../storage/revision.js';
import { managedFieldsOf, revertTimeOnlyChange } from '../managed-fields/object-managers.js';
import type { Steps } from '../request/steps.js';
import { admitMutation, admitValidation } from './admit.js';
import { clusterView } from './cluster-view.js';
import {
  checkCurrent,
  commit,
  convertToStored,
  dryRunObject,
  prunedForStorage,
  withoutSelfLink,
  readLive,
  readWritten,
  storeFitting,
  removeObject,
  timestamp,
} from './commit.js';
import {
  checkAddress,
  checkMayCreate,
  createObject,
  setNamespace,
  type OwnershipOptions,
} from './create-object.js';
import { decodeBody, namedKindOf } from './decode-body.js';
import { keyOf, refusedKind, type Endpoint } from '../resource/endpoint.js';
import type { UpdateStrategy } from '../resource/strategy.js';
import {
  finalizersOf,
  generationOf,
  gracePeriodOf,
  isDeleting,
  metadataOf,
  metaString,
  typedMetadataOf,
} from '../resource/object-meta.js';
import { partOf } from './subresource-parts.js';
import { parseUint64 } from './parse-integer.js';
import type { Answer, RequestContext } from './request-context.js';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import { checkMetadataTypes, kindErrors, validateObject } from './validate-object.js';
import { parseWriteOptions, type WriteOptions } from './write-options.js';

/** Answers a PUT of an object or its status. */
export function* handleUpdate(context: RequestContext): Steps<Answer> {
  const options = parseWriteOptions(context, 'UpdateOptions');
  const object = decodeBody(context, options.fieldValidation);
  checkAddress(context, object);
  const { endpoint, info } = context;
  const name = info.name ?? '';
  const revision = endpoint.store.get(keyOf(info.namespace, name));
  if (revision !== undefined) {
    return { status: 200, object: yield* updateObject(context, revision, object, options) };
  }
  if (!endpoint.strategy.allowsCreateOnUpdate || info.subresource !== undefined) {
    throw notFound(endpoint.resource, name);
  }
  const uid = metaString(object, 'uid');
  if (uid !== '') {
    throw conflict(endpoint.resource, name, uidMismatch(context, uid, '', options.dryRun));
  }
  delete metadataOf(object)['resourceVersion'];
  checkMayCreate(context);
  return yield* createObject(context, object, options);
}

/** Options of {@link updateObject}. */
interface UpdateOwnership extends OwnershipOptions {
  /** Returns the object that validating plugins receive, such as a Scale. Defaults to the object. */
  readonly shownAs?: (object: JsonObject) => JsonObject;
  /** Whether mutating plugins run. Defaults to true. */
  readonly mutates?: boolean;
}

const sameObject = (object: JsonObject): JsonObject => object;

/**
 * Replaces a stored object, or its status, by `next`, which was decoded or patched. Immutable
 * system fields keep their values. Nothing is written if nothing changes. An object that is being
 * deleted is removed with its last finalizer.
 *
 * @throws ApiError
 */
export function* updateObject(
  context: RequestContext,
  revision: Revision,
  next: JsonObject,
  options: WriteOptions,
  ownership: UpdateOwnership = {},
): Steps<JsonObject> {
  const { endpoint } = context;
  const live = yield* readLive(endpoint, revision, options.dryRun ? 'read' : 'update');
  // As kube-apiserver, which compares its cached object with the stored form before all checks.
  if (!options.dryRun) yield* convertToStored(endpoint, live);
  checkUid(context, next, live, options);
  const owned = yield* ownedUpdate(context, next, live, options, ownership);
  if (endpoint.conversion !== undefined) checkCurrent(endpoint, revision);
  validateUpdate(context, owned, live);
  if (context.admission !== undefined) {
    const { shownAs = sameObject } = ownership;
    yield* admitValidation(context, {
      operation: 'UPDATE',
      object: shownAs(owned),
      oldObject: shownAs(live),
      dryRun: options.dryRun,
    });
    checkCurrent(endpoint, revision);
  }

  if (isDeleting(live) && finalizersOf(owned).length === 0 && gracePeriodOf(live) === 0) {
    const { strategy } = endpoint;
    if (strategy.startDelete === undefined && strategy.isHeld?.(owned) !== true) {
      if (!options.dryRun) removeObject(endpoint, live);
      return owned;
    }
  }
  if (owned === live && revision.preparedBy === endpoint.storedSchema) return live;
  const pruned = prunedForStorage(context, owned);
  const written = options.dryRun ? pruned : withoutSelfLink(pruned);
  if (options.dryRun && endpoint.conversion !== undefined) {
    return yield* dryRunObject(endpoint, written);
  }
  const converted = yield* convertToStored(endpoint, written);
  if (converted !== undefined) checkCurrent(endpoint, revision);
  if (deepEqualJson(converted ?? endpoint.toStored(written), revision.object)) return live;
  if (options.dryRun) return yield* dryRunObject(endpoint, written);
  const store = (object: JsonObject, form: JsonObject | undefined): Revision =>
    commit(endpoint, object, form);
  // An apply keeps its managed fields in any case.
  const stored =
    ownership.hasManagedFields === true
      ? store(written, converted)
      : storeFitting(written, converted, store);
  return yield* readWritten(endpoint, stored);
}

/**
 * Returns `next` as it is stored, with its managed fields, after the mutating plugins. As in
 * kube-apiserver, the managed fields are recorded first: no manager owns what the plugins and the
 * kind's `prepareForUpdate` set, and a manager owns a field that it sends and that they reset. The
 * resource version is checked last.
 */
function* ownedUpdate(
  context: RequestContext,
  next: JsonObject,
  live: JsonObject,
  options: WriteOptions,
  { hasManagedFields = false, mutates = true }: UpdateOwnership,
): Steps<JsonObject> {
  let sent = next;
  if (!hasManagedFields) {
    const recorded = yield* recordUpdate(context, next, live, options);
    const { managedFields } = metadataOf(recorded);
    const metadata = { ...metadataOf(next) };
    setOrDelete(metadata, 'managedFields', managedFields);
    sent = { ...next, metadata };
  }
  const write = { operation: 'UPDATE', oldObject: live, dryRun: options.dryRun } as const;
  const isMutable = mutates && context.admission !== undefined;
  const mutated = isMutable ? yield* admitMutation(context, { ...write, object: sent }) : sent;
  checkVersion(context, mutated, live);
  setNamespace(context, mutated);
  return revertTimeOnlyChange(live, prepareUpdate(context, mutated, live));
}

/** @throws ApiError 409 if a PUT names another object of the same name */
export function checkUid(
  context: RequestContext,
  next: JsonObject,
  live: JsonObject,
  options: WriteOptions,
): void {
  const { resource } = context.endpoint;
  const name = context.info.name ?? '';
  const uid = metaString(next, 'uid');
  if (uid !== '' && uid !== metaString(live, 'uid') && context.info.verb === 'update') {
    throw conflict(
      resource,
      name,
      uidMismatch(context, uid, metaString(live, 'uid'), options.dryRun),
    );
  }
}

/** @throws ApiError 409 if an update is based on an older version, 422 if the kind requires a version */
export function checkVersion(context: RequestContext, next: JsonObject, live: JsonObject): void {
  const { resource, strategy } = context.endpoint;
  const name = context.info.name ?? '';
  const version = metaString(next, 'resourceVersion');
  // Version 0 is the same as no version.
  if (versionNumber(version) === 0n) {
    if (strategy.allowsUnconditionalUpdate) return;
    throw invalid({ group: resource.group, kind: resource.plural }, name, [
      fieldErrors.invalid('metadata.resourceVersion', 0, 'must be specified for an update'),
    ]);
  }
  if (version !== metaString(live, 'resourceVersion')) throw modified(resource, name);
}

function versionNumber(version: string): bigint {
  try {
    return version === '' ? 0n : parseUint64(version);
  } catch (error) {
    throw plainServerError(errorMessage(error));
  }
}

/** The message of kube-apiserver's store for a wrong uid. */
function uidMismatch(
  context: RequestContext,
  wanted: string,
  actual: string,
  isDryRun: boolean,
): string {
  const { namespace, name = '' } = context.info;
  // A dry run ends before the store adds its prefix to the key.
  const root = isDryRun ? '/' : '/registry/';
  const key = `${root}${storagePrefix(context.endpoint.resource)}/${keyOf(namespace, name)}`;
  return (
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ` +
    `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${actual}`
  );
}

/**
 * Returns the prefix of the keys of a resource in etcd. Upstream: specialDefaultResourcePrefixes in
 * kubernetes/pkg/kubeapiserver. Other servers than kube-apiserver's core add the group.
 */
function storagePrefix({ isCustom, group, plural }: ServedResource): string {
  const special = PREFIXES.get(`${plural}.${group}`);
  if (special !== undefined) return special;
  return isCustom || /^api(extensions|registration)\.k8s\.io$/.test(group)
    ? `${group}/${plural}`
    : plural;
}

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['replicationcontrollers.', 'controllers'],
  ['endpoints.', 'services/endpoints'],
  ['nodes.', 'minions'],
  ['services.', 'services/specs'],
  ['ingresses.networking.k8s.io', 'ingress'],
]);

/** Returns `next` with the stored values of all fields that this request cannot change. */
function prepareUpdate(context: RequestContext, next: JsonObject, live: JsonObject): JsonObject {
  const { endpoint, info } = context;
  const { strategy, hasStatus } = endpoint;
  const isStatus = info.subresource === 'status';
  const part = partOf(info.subresource);
  const isWhole = !isStatus && part === undefined;
  const prepared = isStatus
    ? withStatus(live, next, strategy)
    : (part?.(live, next) ?? { ...next });
  prepared['metadata'] = keepSystemMetadata(prepared, live);
  // Only an apply sets null. As in kube-apiserver, it is not an error, and is not read back.
  if (isStatus && prepared['status'] === null && !allowsNullStatus(endpoint)) {
    Reflect.deleteProperty(prepared, 'status');
  }
  if (isStatus) strategy.prepareForStatusUpdate?.(prepared, live, clusterView(context));
  if (isWhole) {
    if (hasStatus) setOrDelete(prepared, 'status', live['status']);
    strategy.prepareForUpdate?.(prepared, live, info.subresource, clusterView(context));
  }
  if (strategy.tracksGeneration) {
    const isChanged =
      !equalButMetadata(prepared, live, hasStatus) ||
      (isWhole &&
        strategy.annotationsMoveGeneration === true &&
        !deepEqualJson(annotationsOf(prepared), annotationsOf(live)));
    const generation = generationOf(live) + (isChanged ? 1 : 0);
    setOrDelete(metadataOf(prepared), 'generation', generation === 0 ? undefined : generation);
  }
  return prepared;
}

const allowsNullStatus = ({ schema }: Endpoint): boolean =>
  schema.props.properties?.['status']?.nullable === true;

function annotationsOf(object: JsonObject): JsonObject {
  const { annotations } = metadataOf(object);
  return isJsonObject(annotations) ? annotations : {};
}

/** Returns the live object with the status of `next` and, depending on the kind, its metadata. */
function withStatus(live: JsonObject, next: JsonObject, strategy: UpdateStrategy): JsonObject {
  const {
    statusUpdatesMetadata,
    preservedStatusMetadata = [],
    preservedStatusAnnotation,
  } = strategy;
  const [old, sent] = [metadataOf(live), metadataOf(next)];
  const metadata = { ...(statusUpdatesMetadata ? sent : old) };
  for (const field of preservedStatusMetadata) setOrDelete(metadata, field, old[field]);
  if (preservedStatusAnnotation !== undefined) {
    const before = annotationsOf(live)[preservedStatusAnnotation];
    const annotations = { ...annotationsOf({ metadata }) };
    setOrDelete(annotations, preservedStatusAnnotation, before);
    metadata['annotations'] = annotations;
  }
  // A plugin may have set another value than a list.
  setOrDelete(metadata, 'managedFields', managedFieldsOf(next));
  const result = { ...live, metadata };
  setOrDelete(result, 'status', next['status']);
  return result;
}

const SYSTEM_FIELDS = ['creationTimestamp', 'generation'];

function keepSystemMetadata(next: JsonObject, live: JsonObject): JsonObject {
  const old = metadataOf(live);
  const metadata = { ...metadataOf(next) };
  for (const field of SYSTEM_FIELDS) setOrDelete(metadata, field, old[field]);
  metadata['resourceVersion'] = old['resourceVersion'] ?? '';
  metadata['uid'] ??= old['uid'] ?? '';
  // The deletion timestamp is immutable. Setting it is an error.
  if (old['deletionTimestamp'] !== undefined) {
    metadata['deletionTimestamp'] = old['deletionTimestamp'];
  }
  if (old['deletionGracePeriodSeconds'] !== undefined) {
    metadata['deletionGracePeriodSeconds'] ??= old['deletionGracePeriodSeconds'];
  }
  return metadata;
}

export function setOrDelete(object: JsonObject, field: string, value: JsonValue | undefined): void {
  if (value === undefined) Reflect.deleteProperty(object, field);
  else object[field] = value;
}

function equalButMetadata(a: JsonObject, b: JsonObject, ignoresStatus: boolean): boolean {
  const { metadata: _a, ...restA } = a;
  const { metadata: _b, ...restB } = b;
  if (ignoresStatus) {
    delete restA['status'];
    delete restB['status'];
  }
  return deepEqualJson(restA, restB);
}

/** Returns `next` with the managed fields of the request. */
function recordUpdate(
  { endpoint, info, clock }: RequestContext,
  next: JsonObject,
  live: JsonObject,
  options: WriteOptions,
): Steps<JsonObject> {
  return endpoint.fieldManager.recordUpdate({
    live,
    next,
    manager: options.manager,
    subresource: info.subresource ?? '',
    apiVersion: groupVersionOf(endpoint.resource),
    time: timestamp(clock),
  });
}

function validateUpdate(context: RequestContext, next: JsonObject, live: JsonObject): void {
  const { endpoint, info } = context;
  const wrongKind = kindErrors(endpoint, next);
  if (wrongKind.length > 0) {
    throw invalid(namedKindOf(next), info.name ?? '', wrongKind);
  }
  checkMetadataTypes(context, next);
  const metadata = typedMetadataOf(next);
  const { nameForm, validatesNamesOnUpdate = false } = endpoint.strategy;
  const names = [
    // A plugin may have removed the name.
    ...validateNames(metadata, 'path-segment'),
    ...(validatesNamesOnUpdate ? validateGenerateName(metadata, nameForm) : []),
  ];
  const meta = validateObjectMetaUpdate(metadata, typedMetadataOf(live));
  const finalizers = validateFinalizers(finalizersOf(next));
  const metadataErrors = [...meta, ...finalizers];
  const errors = [
    ...names,
    ...metadataErrors,
    ...validateObject(context, next, live, metadataErrors),
  ];
  if (errors.length > 0) {
    // A webhook may have changed the name.
    throw invalid(refusedKind(endpoint), metaString(next, 'name'), errors);
  }
}
