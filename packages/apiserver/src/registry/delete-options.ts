import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@vmgen/base/json';
import { parseYamlBody } from '@vmgen/base/yaml';
import type { FieldError, JSONSchemaProps } from '@vmgen/crd';
import { coerceToStruct, fieldErrors } from '@vmgen/crd/internal';
import { decoded } from './decoded.js';
import { errorMessage } from '@vmgen/base/text';
import { badRequest, REPRESENTATIONS, unsupportedMediaType } from '../errors/status-error.js';
import { isTrue } from '../request/request-info.js';
import { jsonProblem, kindProblem, namedType, typeProblem, yamlProblem } from './decode-body.js';
import { parseInt64 } from './parse-integer.js';
import { bodyText, mediaTypeOf, type RequestContext } from './request-context.js';
import { dryRunErrors, invalidOptions } from './write-options.js';

/** The options of a DELETE. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  /** If undefined, the finalizers of the object and the default of the kind apply. */
  readonly propagation: 'Orphan' | 'Background' | 'Foreground' | undefined;
  /** The grace period. If undefined, the object determines it. */
  readonly gracePeriodSeconds: number | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  /** Whether only an object that cannot be read is removed, whatever its finalizers are. */
  readonly ignoresReadError: boolean;
  /** The options as a webhook receives them. */
  readonly sent: JsonObject;
}

/**
 * Parses the DeleteOptions in the body or, without a body, in the query. A body overrides the whole
 * query.
 *
 * @throws ApiError 400, 415 or 422
 */
export function parseDeleteOptions(context: RequestContext): DeleteOptions {
  const text = bodyText(context.request);
  const options = text === '' ? fromQuery(context.info.query) : fromBody(context, text);
  const { dryRun, propagationPolicy, orphanDependents, preconditions } = options;
  const dryRunValues = Array.isArray(dryRun) ? dryRun.map(String) : [];
  const errors = [
    ...propagationErrors(options),
    ...dryRunErrors(dryRunValues),
    ...readErrorErrors(options),
  ];
  const ignoresReadError = options[IGNORE_READ_ERROR] === true;
  if (errors.length === 0 && ignoresReadError && context.info.verb === 'deletecollection') {
    const detail = 'is not allowed with DELETECOLLECTION, try again after removing the option';
    errors.push(fieldErrors.invalid(IGNORE_READ_ERROR, true, detail));
  }
  if (errors.length > 0) throw invalidOptions('DeleteOptions', errors);
  const wanted = isJsonObject(preconditions) ? preconditions : {};
  const { uid, resourceVersion } = wanted;
  const grace = options['gracePeriodSeconds'];
  return {
    dryRun: dryRunValues.length > 0,
    propagation: isPropagation(propagationPolicy)
      ? propagationPolicy
      : typeof orphanDependents === 'boolean'
        ? orphanDependents
          ? 'Orphan'
          : 'Background'
        : undefined,
    gracePeriodSeconds: typeof grace === 'number' ? grace : undefined,
    uid: typeof uid === 'string' ? uid : undefined,
    resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : undefined,
    ignoresReadError,
    sent: shownOptions(options),
  };
}

function shownOptions({ dryRun, ...options }: JsonObject): JsonObject {
  const shown: JsonObject = { ...options, kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' };
  if (Array.isArray(dryRun) && dryRun.length > 0) shown['dryRun'] = dryRun;
  return shown;
}

const IGNORE_READ_ERROR = 'ignoreStoreReadErrorWithClusterBreakingPotential';

const schema: JSONSchemaProps = {
  properties: {
    gracePeriodSeconds: { type: 'integer' },
    [IGNORE_READ_ERROR]: { type: 'boolean' },
    orphanDependents: { type: 'boolean' },
    propagationPolicy: { type: 'string' },
    dryRun: { type: 'array', items: { type: 'string' } },
    preconditions: {
      type: 'object',
      properties: { uid: { type: 'string' }, resourceVersion: { type: 'string' } },
    },
  },
};

function fromQuery(query: URLSearchParams): JsonObject {
  const options: JsonObject = { dryRun: query.getAll('dryRun') };
  const grace = query.get('gracePeriodSeconds');
  if (grace !== null) options['gracePeriodSeconds'] = int64(grace);
  const policy = query.get('propagationPolicy');
  if (policy !== null) options['propagationPolicy'] = policy;
  for (const name of ['orphanDependents', IGNORE_READ_ERROR]) {
    if (query.has(name)) options[name] = isTrue(query.get(name));
  }
  return options;
}

/** Only pods have a grace period. The API parses it for all kinds. */
function int64(text: string): number {
  try {
    return Number(parseInt64(text));
  } catch (error) {
    throw badRequest(errorMessage(error));
  }
}

function fromBody(context: RequestContext, text: string): JsonObject {
  const mediaType = mediaTypeOf(context.request);
  const isYaml = mediaType === 'application/yaml';
  if (!isYaml && mediaType !== 'application/json' && mediaType !== '') {
    throw unsupportedMediaType(REPRESENTATIONS);
  }
  // Go decodes null to an empty struct.
  const options = parseOptions(text, isYaml) ?? {};
  if (!isJsonObject(options)) throw badRequest(typeProblem(options));
  checkKind(options);
  const { preconditions } = options;
  // A precondition that cannot be parsed must not be ignored.
  decoded(() => coerceToStruct(options, schema), badRequest);
  // Go points to empty preconditions, which the option to ignore read errors does not allow either.
  return isJsonObject(preconditions) ? { ...options, preconditions } : options;
}

/** A body of another kind must not delete anything. The version is not checked. */
function checkKind(options: JsonObject): void {
  const problem = kindProblem(options);
  if (problem !== undefined) throw badRequest(problem);
  const { kind, apiVersion } = namedType(options);
  if (kind === '' || kind === 'DeleteOptions') return;
  const version = JSON.stringify(apiVersion || 'meta.k8s.io/v1');
  throw badRequest(
    `no kind ${JSON.stringify(kind)} is registered for version ${version} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

function parseOptions(text: string, isYaml: boolean): JsonValue {
  try {
    return isYaml ? parseYamlBody(text) : parseJson(text);
  } catch (error) {
    throw badRequest(isYaml ? yamlProblem(error) : jsonProblem(error));
  }
}

function isPropagation(value: unknown): value is 'Orphan' | 'Background' | 'Foreground' {
  return value === 'Orphan' || value === 'Background' || value === 'Foreground';
}

/** The options that cannot be combined with {@link IGNORE_READ_ERROR}, in the order of their errors. */
const READ_OPTIONS = [
  'propagationPolicy',
  'orphanDependents',
  'gracePeriodSeconds',
  'preconditions',
] as const;

function readErrorErrors(options: JsonObject): FieldError[] {
  if (options[IGNORE_READ_ERROR] !== true) return [];
  return READ_OPTIONS.filter((name) => (options[name] ?? null) !== null).map((name) =>
    fieldErrors.invalid(IGNORE_READ_ERROR, true, `cannot be set together with .${name}`),
  );
}

function propagationErrors(options: JsonObject): FieldError[] {
  const { propagationPolicy: policy, orphanDependents } = options;
  if (policy === undefined || policy === null) return [];
  const field = 'propagationPolicy';
  if (typeof orphanDependents === 'boolean') {
    const detail = 'orphanDependents and deletionPropagation cannot be both set';
    return [fieldErrors.invalid(field, policy, detail)];
  }
  if (isPropagation(policy)) return [];
  const supported = ['Foreground', 'Background', 'Orphan', 'nil'];
  return [fieldErrors.notSupported(field, policy, supported)];
}
