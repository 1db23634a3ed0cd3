import type { ApiError } from '@vmgen/runtime';
import {
  appendAll,
  cloneJson,
  isJsonObject,
  JsonSyntaxError,
  type DuplicateKeys,
  type JsonObject,
  type JsonValue,
  parseJson,
  parseJsonStrict,
  type StrictJson,
} from '@vmgen/base/json';
import { parseYamlBodyStrict } from '@vmgen/base/yaml';
import { duplicatePaths } from '../json/duplicate-paths.js';
import { applyJsonPatch, unknownMembers } from '../patch/json-patch.js';
import { hasSameFields } from '../managed-fields/object-managers.js';
import { describeKind, validateApplied } from '../managed-fields/validate-applied.js';
import { applyMergePatch } from '../patch/merge-patch.js';
import { applyStrategicMergePatch } from '../patch/strategic-merge-patch.js';
import { cannotUnmarshal, fieldErrors, wrongType } from '@vmgen/crd/internal';
import type { FieldError } from '@vmgen/crd';
import { isTrue } from '../request/request-info.js';
import {
  badRequest,
  conflict,
  internalError,
  invalid,
  notFound,
  plainServerError,
  statusError,
  unsupportedMediaType,
} from '../errors/status-error.js';
import type { Steps } from '../request/steps.js';
import { readLive, timestamp } from './commit.js';
import { checkAddress, checkMayCreate, createObject } from './create-object.js';
import {
  duplicateFieldMessages,
  isAbsent,
  kindProblem,
  namedKindOf,
  namedType,
  NO_API_VERSION,
  repeatedInYaml,
  strictError,
  typeProblem,
  type RepeatedKeys,
  yamlProblem,
} from './decode-body.js';
import { keyOf } from '../resource/endpoint.js';
import { metaString } from '../resource/object-meta.js';
import { decoded, notHandled, otherKind } from './decoded.js';
import { assertApplicable, prepareObject, unknownField } from './prepare-object.js';
import { bodyText, type Answer, type RequestContext } from './request-context.js';
import { canonicalApiVersion, groupVersionOf } from '../resource/served-resource.js';
import { updateObject } from './update-object.js';
import { invalidOptions, parseWriteOptions, type WriteOptions } from './write-options.js';

type PatchLanguage = 'json' | 'merge' | 'strategic' | 'apply';

const LANGUAGES: ReadonlyMap<string, PatchLanguage> = new Map<string, PatchLanguage>([
  ['application/json-patch+json', 'json'],
  ['application/merge-patch+json', 'merge'],
  ['application/strategic-merge-patch+json', 'strategic'],
  ['application/apply-patch+yaml', 'apply'],
]);

/** Answers a PATCH of an object or its status. */
export function* handlePatch(context: RequestContext): Steps<Answer> {
  const { endpoint, info } = context;
  const language = patchLanguage(context);
  if (info.name === undefined) throw badRequest('name must be provided');
  const options = parsePatchOptions(context, language);
  if (language === 'apply') return yield* applyObject(context, options);

  const parsed = parsePatchStrict(bodyText(context.request), language, options);
  const revision = endpoint.store.get(keyOf(info.namespace, info.name));
  if (revision === undefined) throw notFound(endpoint.resource, info.name);
  const purpose = options.dryRun ? 'read' : 'update';
  const live = yield* readLive(endpoint, revision, purpose);
  const next = applyPatch(context, language, live, { parsed, options });
  return { status: 200, object: yield* updateObject(context, revision, next, options) };
}

/** A parsed patch, and what happens to its unknown fields. */
interface ParsedPatch {
  readonly parsed: ReturnType<typeof parsePatchStrict>;
  readonly options: WriteOptions;
}

/**
 * Returns the patched object, decoded. The live object does not change. The patch is modified, or
 * becomes part of the result.
 */
export function applyPatch(
  context: RequestContext,
  language: Exclude<PatchLanguage, 'apply'>,
  live: JsonObject,
  { parsed: { value: patch, duplicates, duplicateKeys }, options }: ParsedPatch,
): JsonObject {
  const patched = patchDocument(context, language, live, patch);
  if (!isJsonObject(patched)) throw invalidPatch(typeProblem(patched));
  const isBuiltIn = context.endpoint.decode !== undefined;
  return decodePatched(context, language, patched, options, {
    messages: [
      ...(language === 'json'
        ? [...duplicateFieldMessages(duplicates), ...unknownMembers(patch).map(unknownField)]
            .sort((a, b) => operationOf(a) - operationOf(b))
            .map((finding) => `json patch ${finding}`)
        : duplicateFieldMessages(duplicates)),
      ...duplicateFieldMessages(isBuiltIn ? [] : duplicatePaths(patched, duplicateKeys)),
    ],
    keys: duplicateKeys,
  });
}

/** The position of the operation that a message names: `unknown field "[2].foo"`. */
const operationOf = (message: string): number => Number(/\[(\d+)\]/.exec(message)?.[1] ?? 0);

/** @throws ApiError 415 for a patch type that the kind does not support */
export function patchLanguage(context: RequestContext): PatchLanguage {
  const { conventions, resource } = context.endpoint;
  const language = LANGUAGES.get(patchTypeOf(context.request));
  if (language !== undefined && (language !== 'strategic' || conventions.supportsStrategicMerge)) {
    return language;
  }
  if (!resource.isCustom) {
    throw statusError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {});
  }
  throw unsupportedMediaType([
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/apply-patch+yaml',
  ]);
}

/** kube-apiserver does not parse the parameters of a patch's type. */
function patchTypeOf({ headers }: RequestContext['request']): string {
  return headers?.['content-type']?.split(';')[0] ?? '';
}

export function parsePatchOptions(context: RequestContext, language: PatchLanguage): WriteOptions {
  const { query } = context.info;
  const errors: FieldError[] = [];
  if (language === 'apply' && !query.get('fieldManager')) {
    errors.push(fieldErrors.required('fieldManager', 'is required for apply patch'));
  }
  if (language !== 'apply' && query.has('force')) {
    errors.push(fieldErrors.forbidden('force', 'may not be specified for non-apply patch'));
  }
  if (errors.length > 0) throw invalidOptions('PatchOptions', errors);
  return parseWriteOptions(context, 'PatchOptions');
}

/** @throws ApiError 400 if the body is not JSON */
function parsePatch(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw badRequest('invalid JSON patch');
  }
}

/** Parses a patch and its repeated keys, which only strict validation and warnings report. */
export function parsePatchStrict(
  text: string,
  language: Exclude<PatchLanguage, 'apply'>,
  { fieldValidation }: WriteOptions,
): Pick<StrictJson, 'value' | 'duplicates' | 'duplicateKeys'> {
  const isLenient = fieldValidation === 'Ignore';
  const parsed = parsePatch(text);
  // Without strict validation, kube-apiserver uses another decoder, which rejects other values than
  // objects.
  if (isLenient && language === 'merge' && !isJsonObject(parsed)) {
    if (!Array.isArray(parsed)) throw badRequest('Invalid JSON Patch');
    throw invalidPatch(typeProblem(parsed));
  }
  if (isLenient && language === 'json' && !Array.isArray(parsed) && parsed !== null) {
    throw badRequest(cannotUnmarshal(parsed, 'Go value of type jsonpatch.Patch'));
  }
  if (isLenient) return { value: parsed, duplicates: [], duplicateKeys: new Map() };
  return parseJsonStrict(text);
}

function patchDocument(
  { endpoint, work }: RequestContext,
  language: Exclude<PatchLanguage, 'apply'>,
  live: JsonObject,
  patch: JsonValue,
): JsonValue {
  if (language === 'json') return applyJsonPatch(live, patch, work);
  if (language === 'merge') return cloneJson(applyMergePatch(live, patch));
  // Go decodes null to an empty map.
  const changes = patch ?? {};
  if (!isJsonObject(changes)) {
    throw badRequest(cannotUnmarshal(changes, 'Go value of type map[string]interface {}'));
  }
  return cloneJson(applyStrategicMergePatch(live, changes, work, endpoint.schema.props));
}

/** The duplicate keys of a patch, which may be part of the document. */
interface PatchDuplicates {
  readonly messages: readonly string[];
  readonly keys: DuplicateKeys;
}

function decodePatched(
  context: RequestContext,
  language: PatchLanguage,
  patched: JsonObject,
  options: WriteOptions,
  { messages: repeated, keys }: PatchDuplicates,
): JsonObject {
  const found = preparePatched(context, language, patched, keys);
  const isRejected = options.fieldValidation === 'Strict' && repeated.length > 0;
  const { infersType } = context.endpoint.conventions;
  if (!infersType && isAbsent(patched['apiVersion']) && !isRejected) {
    checkAddress(context, patched);
    throw internalError(NO_API_VERSION);
  }
  // A strategic merge patch is applied to a map, from which kube-apiserver reads sorted keys.
  const unknown = [...repeated, ...(language === 'strategic' ? found.sort() : found)];
  if (options.fieldValidation === 'Warn') appendAll(context.warnings, unknown);
  if (options.fieldValidation === 'Strict' && unknown.length > 0) {
    throw invalidPatch(strictError(unknown));
  }
  checkAddress(context, patched);
  return patched;
}

/** Decodes a patched object. Errors do not quote it, as those of kube-apiserver do. */
function preparePatched(
  context: RequestContext,
  language: PatchLanguage,
  patched: JsonObject,
  duplicates: DuplicateKeys,
): string[] {
  const { resource, conventions } = context.endpoint;
  if (language === 'strategic') {
    for (const field of ['kind', 'apiVersion']) {
      const value = patched[field] ?? '';
      if (typeof value !== 'string') throw invalidPatch(wrongType(value, field, 'string').message);
    }
    // kube-apiserver does not compare the type of the map that it patched.
    patched['kind'] = resource.kind;
    patched['apiVersion'] = groupVersionOf(resource);
  } else {
    const problem = patchedKindProblem(context, patched);
    if (problem !== undefined) throw invalidPatch(problem);
  }
  const dropped = conventions.infersType ? dropUnversioned(context, patched) : [];
  const options = conventions.infersType ? { duplicates } : { named: namedKindOf(patched) };
  const refuse = (reason: string, unstructured: string): ApiError =>
    invalidPatch(language === 'strategic' ? unstructured : reason);
  return [...dropped, ...decoded(() => prepareObject(context, patched, options), refuse)];
}

/**
 * Returns the error in the type of a patched object; undefined if it is valid. An absent kind is
 * set.
 */
function patchedKindProblem({ endpoint }: RequestContext, patched: JsonObject): string | undefined {
  const problem = kindProblem(patched);
  if (problem !== undefined) return problem;
  if (!endpoint.conventions.infersType) {
    return isAbsent(patched['kind']) ? "Object 'Kind' is missing" : undefined;
  }
  const own = { kind: endpoint.resource.kind, apiVersion: groupVersionOf(endpoint.resource) };
  const sent = namedType(patched);
  if (sent.apiVersion === '') return undefined;
  const named = { ...sent, kind: sent.kind || own.kind };
  if (sent.kind === '') patched['kind'] = own.kind;
  if (named.kind !== own.kind || named.apiVersion !== own.apiVersion) return otherKind(named, own);
  patched['apiVersion'] = named.apiVersion;
  return undefined;
}

function invalidPatch(reason: string): ApiError {
  const error = fieldErrors.invalid('patch', { verbatim: reason }, '');
  return invalid({ group: '', kind: '' }, '', [error]);
}

/** Answers a server-side apply. */
function* applyObject(context: RequestContext, options: WriteOptions): Steps<Answer> {
  const { endpoint, info } = context;
  const name = info.name ?? '';
  const body = parseApplyBody(context);
  const applied = body.value;
  const { apiVersion } = applied;
  if (typeof apiVersion === 'string') applied['apiVersion'] = canonicalApiVersion(apiVersion);
  validateApplied(applied, {
    apiVersion: groupVersionOf(endpoint.resource),
    kind: endpoint.resource.kind,
  });
  const revision = endpoint.store.get(keyOf(info.namespace, name));
  if (revision === undefined && info.subresource !== undefined) {
    throw notFound(endpoint.resource, name);
  }
  const uid = metaString(applied, 'uid');
  if (revision === undefined && uid !== '') {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(endpoint.resource, name, why);
  }
  const purpose = options.dryRun ? 'read' : 'update';
  const live = revision === undefined ? undefined : yield* readLive(endpoint, revision, purpose);
  const merged = yield* endpoint.fieldManager.apply({
    live,
    applied,
    manager: options.manager,
    force: isTrue(info.query.get('force')),
    subresource: info.subresource ?? '',
    apiVersion: groupVersionOf(endpoint.resource),
    time: timestamp(context.clock),
  });
  const next = cloneJson(merged);
  // An apply that changes no field gets no defaults. It is validated, and other plugins receive it.
  const isChanged = live === undefined || !hasSameFields(merged, live);
  if (isChanged) prepareApplied(context, applied, next);
  reportRepeated(context, options, body);
  checkAddress(context, next);
  if (revision === undefined) {
    checkMayCreate(context);
    return yield* createObject(context, next, options, { hasManagedFields: true });
  }
  const updated = yield* updateObject(context, revision, next, options, { hasManagedFields: true });
  return { status: 200, object: updated };
}

/**
 * Removes the fields of a built-in object without an apiVersion, in place: kube-apiserver decodes it to
 * its internal type, in which it finds none of them.
 *
 * @returns `unknown field "PATH"` for each removed field
 */
function dropUnversioned({ endpoint }: RequestContext, patched: JsonObject): string[] {
  if (!endpoint.conventions.infersType || namedType(patched).apiVersion !== '') return [];
  const fields = Object.keys(patched).filter((field) => field !== 'apiVersion' && field !== 'kind');
  for (const field of fields) Reflect.deleteProperty(patched, field);
  patched['apiVersion'] = groupVersionOf(endpoint.resource);
  return fields.map(unknownField);
}

/** @throws ApiError 500 if a value of a built-in kind does not have the type of its field */
export function prepareApplied(
  context: RequestContext,
  applied: JsonObject,
  merged: JsonObject,
): void {
  const { resource, decode } = context.endpoint;
  const type = describeKind(groupVersionOf(resource), resource.kind);
  const named = `${metaString(applied, 'namespace')}/${metaString(applied, 'name')}; ${type}`;
  const message =
    `failed to convert new object (${named}) to proper version: ` +
    `unable to convert unstructured object to ${type}`;
  decoded(
    // kube-apiserver does not decode the merged object, which would remove nulls.
    () => prepareObject(context, merged, { keepNulls: true }),
    (reason) =>
      decode === undefined
        ? notHandled(resource, resource.kind, reason)
        : plainServerError(`${message}: ${reason}`),
  );
}

/** The body of an apply, and its repeated keys. */
interface ApplyBody {
  readonly value: JsonObject;
  readonly repeated: RepeatedKeys;
}

/**
 * @throws ApiError 400 if the body is not a YAML object
 * @throws TooLargeError, WorkLimitError if it has too many values
 */
export function parseApplyBody(context: RequestContext): ApplyBody {
  const text = bodyText(context.request);
  let applied: StrictJson;
  try {
    applied = parseJsonOrYaml(text);
  } catch (error) {
    const isJson = text.trimStart().startsWith('{');
    const step = isJson
      ? 'error decoding patch: error converting YAML to JSON'
      : 'error encoding patch';
    throw badRequest(`${step}: ${yamlProblem(error)}`);
  }
  // Go decodes null and an empty document to an empty map.
  const value = applied.value ?? {};
  if (!isJsonObject(value)) {
    const problem = cannotUnmarshal(value, 'Go value of type map[string]interface {}');
    throw badRequest(
      `error decoding patch: error unmarshaling JSON: while decoding JSON: ${problem}`,
    );
  }
  if (text.length > LONG_TEXT) assertApplicable(value, context.work);
  return { value, repeated: repeatedInYaml(text, applied) };
}

/** The work of applying a shorter text is always allowed. */
const LONG_TEXT = 200_000;

/**
 * Reports repeated keys, which kube-apiserver looks for only after it has applied the object.
 *
 * @throws ApiError 400 with strict validation
 */
export function reportRepeated(
  context: RequestContext,
  { fieldValidation }: WriteOptions,
  { repeated: { findings, asErrors } }: ApplyBody,
): void {
  if (fieldValidation === 'Warn') appendAll(context.warnings, findings);
  if (fieldValidation === 'Strict' && findings.length > 0) {
    throw badRequest(
      `error strict decoding patch: error converting YAML to JSON: ${asErrors.join()}`,
    );
  }
}

/** kube-apiserver parses everything as YAML. Parsing JSON is faster and has no token limit. */
function parseJsonOrYaml(text: string): StrictJson {
  if (!text.trimStart().startsWith('{')) return parseYamlBodyStrict(text, { listsMerged: true });
  try {
    return parseJsonStrict(text);
  } catch (error) {
    try {
      return parseYamlBodyStrict(text, { listsMerged: true });
    } catch (yamlError) {
      throw yamlError instanceof JsonSyntaxError && yamlError.upstream === undefined
        ? error
        : yamlError;
    }
  }
}
