import { decodeUtf8, encodeHex, encodeUtf8 } from '@vmgen/base/bytes';
import { errorMessage } from '@vmgen/base/text';
import {
  appendAll,
  JsonSyntaxError,
  parseJson,
  parseJsonStrict,
  type DuplicateKeys,
  type StrictJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { textOf } from '../json/text-of.js';
import { parseYamlBodyStrict, textPlace } from '@vmgen/base/yaml';
import { badRequest, REPRESENTATIONS, unsupportedMediaType } from '../errors/status-error.js';
import { syntaxProblem } from '../json/syntax-problem.js';
import { cannotUnmarshal } from '@vmgen/crd/internal';
import { decoded, notHandled, otherKind } from './decoded.js';
import type { Endpoint } from '../resource/endpoint.js';
import { prepareObject, type NamedKind } from './prepare-object.js';
import { bodyText, mediaTypeOf, type RequestContext } from './request-context.js';
import { canonicalApiVersion, groupVersionOf } from '../resource/served-resource.js';
import type { FieldValidation } from './write-options.js';

/**
 * Decodes the object in the body of a create or update: parses, prunes, sets defaults, and
 * normalizes the metadata. Reports unknown fields as the request specifies.
 *
 * @throws ApiError 400 or 415
 */
export function decodeBody(context: RequestContext, validation: FieldValidation): JsonObject {
  const { endpoint, request } = context;
  const text = bodyText(request);
  const { value, repeated, duplicates } = parseBody(
    text,
    mediaTypeOf(request),
    validation,
    endpoint,
  );
  const object = requireKind(value, text, validation, endpoint);
  const { infersType } = endpoint.conventions;
  const named = infersType ? endpoint.resource : namedKindOf(object);
  const unknown = decoded(
    () => prepareObject(context, object, { named, duplicates }),
    (reason) => notHandled(named, endpoint.resource.kind, reason),
  );
  if (validation === 'Strict' && unknown.length + repeated.findings.length > 0) {
    // kube-apiserver determines the type of the object for the message.
    if (!infersType && isAbsent(object['apiVersion'])) throw badRequest(NO_API_VERSION);
  }
  reportStrict(
    context,
    validation,
    named,
    unknown,
    // The decoder of built-in kinds reports duplicate keys in the order of the object.
    infersType && duplicates.size > 0 ? NO_REPEATED_KEYS : repeated,
  );
  // kube-apiserver validates the version of a custom resource only after decoding.
  const apiVersion = groupVersionOf(endpoint.resource);
  if (object['apiVersion'] !== apiVersion) throw wrongVersion(object['apiVersion'], apiVersion);
  return object;
}

export const NO_API_VERSION = "Object 'apiVersion' is missing in 'object has no apiVersion field'";

/** The type that a custom resource names. */
export function namedKindOf({ apiVersion, kind }: JsonObject): NamedKind {
  const [version = '', group = ''] = textOf(apiVersion ?? '')
    .split('/')
    .reverse();
  return { group, version, kind: textOf(kind) };
}

/** Parses a body whose kind is not the kind of the endpoint, such as an Eviction. */
export function parseBodyValue({ endpoint, request }: RequestContext): JsonObject {
  const text = bodyText(request);
  const { value } = parseBody(text, mediaTypeOf(request), 'Ignore', endpoint);
  if (isJsonObject(value)) return value;
  throw badRequest('the body of the request is not an object');
}

/** The maximum number of errors in a response, which must not grow with the body. */
const MAX_NAMED = 100;

/** Returns the message of strict field validation. */
export function strictError(findings: readonly string[]): string {
  return `strict decoding error: ${findings.slice(0, MAX_NAMED).join(', ')}`;
}

/**
 * Reports fields that the decoding type does not have, as a warning or error, as the request
 * specifies.
 *
 * @throws ApiError 400
 */
export function reportStrict(
  context: RequestContext,
  validation: FieldValidation,
  { kind, version }: { readonly kind: string; readonly version: string },
  unknown: readonly string[],
  repeated: RepeatedKeys = NO_REPEATED_KEYS,
): void {
  if (validation === 'Warn') appendAll(context.warnings, [...repeated.findings, ...unknown]);
  if (validation !== 'Strict' || repeated.findings.length + unknown.length === 0) return;
  throw notHandled({ kind, version }, kind, strictError([...repeated.asErrors, ...unknown]));
}

/** The messages of field validation for repeated keys. */
export interface RepeatedKeys {
  /** One message per key. */
  readonly findings: readonly string[];
  /** The messages as an error contains them. For YAML, this is one text. */
  readonly asErrors: readonly string[];
}

const NO_REPEATED_KEYS: RepeatedKeys = { findings: [], asErrors: [] };

function repeatedInJson({ duplicates }: StrictJson): RepeatedKeys {
  const findings = duplicateFieldMessages(duplicates);
  return { findings, asErrors: findings };
}

/** Returns `duplicate field "PATH"` for each path. */
export function duplicateFieldMessages(paths: readonly string[]): string[] {
  return paths.map((path) => `duplicate field ${JSON.stringify(path)}`);
}

/** kube-apiserver's YAML parser reports the line and key, and combines all of them in one error. */
export function repeatedInYaml(text: string, { keys, offsets }: StrictJson): RepeatedKeys {
  const findings = keys.map((key, index) => {
    const { line } = textPlace(text, offsets[index] ?? 0);
    return `line ${line}: key ${JSON.stringify(key)} already set in map`;
  });
  if (findings.length === 0) return NO_REPEATED_KEYS;
  const lines = findings.slice(0, MAX_NAMED).map((finding) => `\n  ${finding}`);
  return { findings, asErrors: [`yaml: unmarshal errors:${lines.join('')}`] };
}

/** A parsed body and its repeated keys. */
interface ParsedBody {
  readonly value: JsonValue;
  readonly repeated: RepeatedKeys;
  /** The repeated keys of each object. Empty for YAML. */
  readonly duplicates: DuplicateKeys;
}

const NO_DUPLICATES: DuplicateKeys = new Map();

const withoutDuplicates = (value: JsonValue): ParsedBody => ({
  value,
  repeated: NO_REPEATED_KEYS,
  duplicates: NO_DUPLICATES,
});

function parseBody(
  text: string,
  mediaType: string | undefined,
  validation: FieldValidation,
  endpoint: Endpoint,
): ParsedBody {
  const isLenient = validation === 'Ignore';
  if (mediaType === 'application/json' || mediaType === '') {
    try {
      if (isLenient) return withoutDuplicates(parseJson(text));
      const parsed = parseJsonStrict(text);
      return {
        value: parsed.value,
        repeated: repeatedInJson(parsed),
        duplicates: parsed.duplicateKeys,
      };
    } catch (error) {
      throw unrecognized(endpoint, jsonProblem(error), text);
    }
  }
  if (mediaType === 'application/yaml') {
    try {
      const parsed = parseYamlBodyStrict(text, { listsMerged: !isLenient });
      const repeated = isLenient ? NO_REPEATED_KEYS : repeatedInYaml(text, parsed);
      return { ...withoutDuplicates(parsed.value), repeated };
    } catch (error) {
      throw unrecognized(endpoint, yamlProblem(error), text);
    }
  }
  // As in kube-apiserver. This server does not accept protobuf here.
  throw unsupportedMediaType(REPRESENTATIONS);
}

/**
 * Returns the message for invalid YAML, as kube-apiserver's parser words it if it has an
 * equivalent.
 */
export function yamlProblem(error: unknown): string {
  if (error instanceof JsonSyntaxError && error.upstream !== undefined) return error.upstream;
  return `yaml: ${errorMessage(error).replace(/^body is not YAML(?: that JSON can express)?: /, '')}`;
}

/** The start of kube-apiserver's message for a body without a readable kind. */
const NO_KIND = "couldn't get version/kind; json parse error";

/** Returns the message for invalid JSON. */
export function jsonProblem(error: unknown): string {
  return `${NO_KIND}: ${syntaxProblem(error)}`;
}

/** The number of bytes of an invalid body in a message. */
const SHOWN_BYTES = 30;

/** Upstream: transformDecodeError in apiserver/pkg/endpoints/handlers/rest.go. */
function unrecognized({ resource }: Endpoint, why: string, text: string): Error {
  const bytes = encodeUtf8(text);
  const first = bytes.subarray(0, SHOWN_BYTES);
  const start = text.startsWith('{') || text === '' ? decodeUtf8(first) : encodeHex(first);
  const shown = text === '' ? '<empty>' : bytes.length > SHOWN_BYTES ? `${start} ...` : start;
  return badRequest(
    `the object provided is unrecognized (must be of type ${resource.kind}): ${why} (${shown})`,
  );
}

/**
 * Checks that the body is an object of the endpoint's kind. Objects of built-in kinds may omit it.
 */
function requireKind(
  value: JsonValue,
  text: string,
  validation: FieldValidation,
  endpoint: Endpoint,
): JsonObject {
  const { infersType } = endpoint.conventions;
  // Go decodes null to an empty struct.
  const object = value === null && infersType ? {} : value;
  if (!isJsonObject(object)) throw unrecognized(endpoint, typeProblem(object), text);
  const problem = kindProblem(object);
  if (problem !== undefined) throw unrecognized(endpoint, problem, text);
  if (infersType) inferType(object, endpoint);
  else requireType(object, text, validation, endpoint);
  return object;
}

/** @throws ApiError 400 for an object of another kind */
function inferType(object: JsonObject, { resource }: Endpoint): void {
  const own = { apiVersion: groupVersionOf(resource), kind: resource.kind };
  const named = namedTypeOr(own, object);
  if (named.apiVersion !== own.apiVersion || named.kind !== own.kind) {
    const version = named.apiVersion.split('/').at(-1) ?? '';
    throw notHandled({ kind: named.kind, version }, own.kind, otherKind(named, own));
  }
  Object.assign(object, own);
}

/** @throws ApiError 400 for a custom resource without a kind, or with a null as apiVersion */
function requireType(
  object: JsonObject,
  text: string,
  validation: FieldValidation,
  endpoint: Endpoint,
): void {
  const { kind, version } = endpoint.resource;
  const sent = textOf(object['kind'] ?? '');
  if (sent === '') {
    const missing = "Object 'Kind' is missing";
    if (validation !== 'Ignore') throw unrecognized(endpoint, missing, text);
    throw notHandled({ kind, version }, kind, missing);
  }
  if (object['apiVersion'] === null) {
    throw notHandled({ kind: sent, version: '' }, kind, 'apiVersion must be a string');
  }
}

/** Returns kube-apiserver's message for a body that is not an object. */
export function typeProblem(value: JsonValue): string {
  const into =
    'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  return `${NO_KIND}: ${cannotUnmarshal(value, into)}`;
}

/** Returns the error in the apiVersion and kind of an object; undefined if both are strings. */
export function kindProblem(object: JsonObject): string | undefined {
  // The first error in the order of the object is reported.
  for (const key in object) {
    const field = typeFieldOf(key);
    if (field === undefined) continue;
    const value = object[key] ?? null;
    if (value === null || typeof value === 'string') continue;
    return `${NO_KIND}: ${cannotUnmarshal(value, `Go struct field .${field} of type string`)}`;
  }
  const { apiVersion } = namedType(object);
  if (apiVersion.split('/').length <= 2) return undefined;
  return `unexpected GroupVersion string: ${apiVersion}`;
}

/** Go's decoder ignores the case of these names. */
function typeFieldOf(key: string): 'apiVersion' | 'kind' | undefined {
  if (key === 'apiVersion' || key === 'kind') return key;
  // Changing the case takes longer than comparing the length.
  if (key.length === 10 && key.toLowerCase() === 'apiversion') return 'apiVersion';
  return key.length === 4 && key.toLowerCase() === 'kind' ? 'kind' : undefined;
}

type NamedType = { readonly apiVersion: string; readonly kind: string };

/**
 * Returns the type in an object: the last of several values, or empty strings. The apiVersion is
 * canonical.
 */
export function namedType(object: JsonObject): NamedType {
  const named = { apiVersion: '', kind: '' };
  for (const key in object) {
    const field = typeFieldOf(key);
    const value = object[key];
    if (field !== undefined && typeof value === 'string') named[field] = value;
  }
  return { ...named, apiVersion: canonicalApiVersion(named.apiVersion) };
}

/** Returns the type that an object names. What it does not name is that of `own`. */
export function namedTypeOr(own: NamedType, object: JsonObject): NamedType {
  const { apiVersion, kind } = namedType(object);
  return { kind: kind || own.kind, apiVersion: apiVersion || own.apiVersion };
}

export function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function wrongVersion(given: JsonValue | undefined, expected: string): Error {
  return badRequest(
    `the API version in the data (${canonicalApiVersion(textOf(given ?? ''))}) does not match the expected API version (${expected})`,
  );
}
