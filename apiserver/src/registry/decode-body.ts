import {
  appendAll,
  parseJson,
  parseJsonStrict,
  type StrictJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@vmgen/crd/internal/json';
import { textOf } from './text-of.js';
import { parseYamlBody, parseYamlBodyStrict } from '@vmgen/crd/internal/yaml';
import { badRequest, unsupportedMediaType } from '../errors/status-error.js';
import type { Endpoint } from '../resource/endpoint.js';
import { prepareObject } from './prepare-object.js';
import { bodyText, mediaTypeOf, type RequestContext } from './request-context.js';
import { groupVersionOf } from '../resource/served-resource.js';
import type { FieldValidation } from './write-options.js';

/** What a 415 lists, protobuf included, as the real server does; ours declines protobuf. */
const BODY_TYPES = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

/**
 * Reads the object in the body of a create or an update: parsed, pruned, defaulted, its metadata
 * in shape. Says what the schema does not know as the request wants to hear it.
 *
 * @throws ApiError 400 or 415
 */
export function decodeBody(context: RequestContext, validation: FieldValidation): JsonObject {
  const { endpoint, request } = context;
  const text = bodyText(request);
  const { value, duplicates } = parseBody(text, mediaTypeOf(request), validation, endpoint);
  const object = requireKind(value, text, endpoint);
  const unknown = prepareObject(context, object);
  reportStrict(context, validation, endpoint.resource, [
    ...duplicates.map((path) => `duplicate field ${JSON.stringify(path)}`),
    ...unknown,
  ]);
  return object;
}

/** Reads the object in a body whose kind is not the endpoint's own, such as a Scale. */
export function parseBodyValue({ endpoint, request }: RequestContext): JsonObject {
  const text = bodyText(request);
  const { value } = parseBody(text, mediaTypeOf(request), 'Ignore', endpoint);
  if (isJsonObject(value)) return value;
  throw badRequest('the body of the request is not an object');
}

/** How many findings are named: an answer must not grow with the body. */
const MAX_NAMED = 100;

/** What strict field validation says, in the API's words. */
export function strictError(findings: readonly string[]): string {
  return `strict decoding error: ${findings.slice(0, MAX_NAMED).join(', ')}`;
}

/**
 * Tells of what is in a body and not in the type that it was read as, as the request wants to hear it.
 *
 * @throws ApiError 400
 */
export function reportStrict(
  context: RequestContext,
  validation: FieldValidation,
  { kind, version }: { readonly kind: string; readonly version: string },
  findings: readonly string[],
): void {
  if (validation === 'Warn') appendAll(context.warnings, findings);
  if (validation !== 'Strict' || findings.length === 0) return;
  throw badRequest(
    `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ` +
      strictError(findings),
  );
}

function parseBody(
  text: string,
  mediaType: string,
  validation: FieldValidation,
  endpoint: Endpoint,
): Omit<StrictJson, 'offsets'> {
  const isLenient = validation === 'Ignore';
  try {
    if (mediaType === 'application/json' || mediaType === '') {
      return isLenient ? { value: parseJson(text), duplicates: [] } : parseJsonStrict(text);
    }
    if (mediaType === 'application/yaml') {
      return isLenient ? { value: parseYamlBody(text), duplicates: [] } : parseYamlBodyStrict(text);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^body is not \w+: /, '') : '';
    throw unrecognized(endpoint, `couldn't get version/kind; json parse error: ${reason}`, text);
  }
  throw unsupportedMediaType(BODY_TYPES);
}

function unrecognized(endpoint: Endpoint, why: string, text: string): Error {
  const { kind } = endpoint.resource;
  const start = text.length > 30 ? `${text.slice(0, 30)} ...` : text === '' ? '<empty>' : text;
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${start})`,
  );
}

/** Checks that the body is an object of the endpoint's kind; built-in kinds may leave it out. */
function requireKind(value: JsonValue, text: string, endpoint: Endpoint): JsonObject {
  if (!isJsonObject(value)) {
    const why = `couldn't get version/kind; json parse error: json: cannot unmarshal ${Array.isArray(value) ? 'array' : typeof value} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;
    throw unrecognized(endpoint, why, text);
  }
  const { kind } = endpoint.resource;
  const apiVersion = groupVersionOf(endpoint.resource);
  if (endpoint.strategy.isCustom) {
    if (isAbsent(value['kind'])) {
      throw unrecognized(endpoint, `Object 'Kind' is missing in '${text}'`, text);
    }
    if (isAbsent(value['apiVersion'])) {
      throw unrecognized(endpoint, `Object 'apiVersion' is missing in '${text}'`, text);
    }
    if (value['apiVersion'] !== apiVersion) throw wrongVersion(value['apiVersion'], apiVersion);
    return value;
  }
  const givenKind = isAbsent(value['kind']) ? kind : textOf(value['kind']);
  const givenVersion = isAbsent(value['apiVersion']) ? apiVersion : textOf(value['apiVersion']);
  if (givenVersion !== apiVersion || givenKind !== kind) {
    const version = givenVersion.split('/').at(-1) ?? '';
    throw badRequest(
      `${givenKind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ` +
        `no kind ${JSON.stringify(givenKind)} is registered for version ${JSON.stringify(givenVersion)} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  value['kind'] = kind;
  value['apiVersion'] = apiVersion;
  return value;
}

function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function wrongVersion(given: JsonValue | undefined, expected: string): Error {
  return badRequest(
    `the API version in the data (${textOf(given)}) does not match the expected API version (${expected})`,
  );
}
