import type { JsonObject } from '@vmgen/base/json';
import { ApiError } from '@vmgen/runtime/client';
import { getObject, getObjects, getString, getStrings } from '../built-in/strategies/fields.js';
import { selects } from '../resource/label-selector.js';
import { internalError, notFound } from '../errors/status-error.js';
import { waitFor, type Steps } from '../request/steps.js';
import type { Endpoint } from '../resource/endpoint.js';
import { metaMap } from '../resource/object-meta.js';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import type { AdmissionRequest } from './admission-request.js';

/** The part of the server that matching reads. */
export interface MatchingHost {
  /** All served resources, in the order of discovery. */
  served(): readonly ServedResource[];
  lookup(group: string, version: string, plural: string): Endpoint | undefined;
  readonly namespaces: Endpoint;
}

/**
 * Whether a rule with operations matches a request, as if it were for `resource`.
 *
 * Upstream: apiserver/pkg/admission/plugin/webhook/predicates/rules
 */
export function matchesRule(
  rule: JsonObject,
  request: AdmissionRequest,
  resource: Pick<ServedResource, 'group' | 'version' | 'plural'> = request.endpoint.resource,
): boolean {
  return (
    isInScope(getString(rule, 'scope'), request, resource) &&
    includes(rule, 'operations', request.operation) &&
    includes(rule, 'apiGroups', resource.group) &&
    includes(rule, 'apiVersions', resource.version) &&
    getStrings(rule, 'resources').some((text) => isResource(text, resource, request.subresource))
  );
}

function includes(rule: JsonObject, field: string, value: string): boolean {
  return getStrings(rule, field).some((item) => item === '*' || item === value);
}

/** Matches `PLURAL` or `PLURAL/SUBRESOURCE`, where `*` matches any name. */
function isResource(
  text: string,
  { plural }: Pick<ServedResource, 'plural'>,
  subresource: string,
): boolean {
  const [wanted = '', below = ''] = text.split('/');
  return (wanted === '*' || wanted === plural) && (below === '*' || below === subresource);
}

/** Namespaces are cluster-scoped, although their requests contain a namespace. */
function isInScope(
  scope: string,
  { namespace }: AdmissionRequest,
  { group, plural }: Pick<ServedResource, 'group' | 'plural'>,
): boolean {
  const isNamespaced = namespace !== '' && !(group === '' && plural === 'namespaces');
  if (scope === 'Namespaced') return isNamespaced;
  return scope === 'Cluster' ? !isNamespaced : true;
}

/**
 * Returns the other versions of the resource of a request that serve its subresource: with the
 * match policy Equivalent, a rule for one of them also matches.
 */
export function equivalentEndpoints(
  host: MatchingHost,
  { endpoint, subresource }: AdmissionRequest,
): readonly Endpoint[] {
  return host
    .served()
    .filter(({ plural }) => plural === endpoint.resource.plural)
    .map(({ group, version, plural }) => host.lookup(group, version, plural))
    .filter((other) => other !== undefined)
    .filter(
      (other) =>
        other.resource !== endpoint.resource &&
        other.store === endpoint.store &&
        (subresource === '' ||
          other.resource.subresources.some(({ name }) => name === subresource)),
    );
}

/**
 * Whether the namespace and object selectors of a webhook or policy select a request.
 *
 * @throws ApiError 404 if the namespace does not exist and `isMatched()`
 */
export function areSelected(
  host: MatchingHost,
  match: JsonObject,
  request: AdmissionRequest,
): boolean {
  return (
    isNamespaceSelected(host, getObject(match, 'namespaceSelector'), request) &&
    isObjectSelected(getObject(match, 'objectSelector'), request)
  );
}

function isNamespaceSelected(
  host: MatchingHost,
  selector: JsonObject,
  { endpoint, namespace, subresource, operation, object }: AdmissionRequest,
): boolean {
  const isNamespace = endpoint.resource.plural === 'namespaces';
  if ((namespace === '' && !isNamespace) || isEmptySelector(selector)) return true;
  const isWritten = isNamespace && subresource === '' && operation !== 'DELETE';
  const found = isWritten ? object : host.namespaces.store.get(namespace)?.object;
  if (found === undefined) throw notFound({ group: '', plural: 'namespaces' }, namespace);
  return selects(selector, metaMap(found, 'labels'));
}

function isObjectSelected(selector: JsonObject, { object, oldObject }: AdmissionRequest): boolean {
  if (isEmptySelector(selector)) return true;
  return [object, oldObject].some(
    (each) => each !== undefined && selects(selector, metaMap(each, 'labels')),
  );
}

const isEmptySelector = (selector: JsonObject): boolean =>
  Object.keys(getObject(selector, 'matchLabels')).length === 0 &&
  getObjects(selector, 'matchExpressions').length === 0;

/**
 * Returns an object of one version of a resource in another version. It is a copy. Waits only for the
 * conversion of a custom resource.
 *
 * @throws ApiError 500
 */
export function* convertObject(
  from: Endpoint,
  to: Endpoint,
  object: JsonObject,
): Steps<JsonObject> {
  if (from === to) return object;
  // Custom resources are neither pruned nor defaulted in between.
  if (to.resource.isCustom) {
    const hasVersion = object['apiVersion'] !== undefined;
    if (hasVersion && from.conversion !== undefined) {
      return yield* waitFor(orInternalError(from.conversion.convert(object, to.resource.version)));
    }
    return hasVersion ? { ...object, apiVersion: groupVersionOf(to.resource) } : object;
  }
  const stored = from.toStored(object);
  const revision = {
    key: '',
    version: 0,
    object: stored,
    bytes: 0,
    preparedBy: to.storedSchema,
    text: undefined,
  };
  return structuredClone(to.read(revision));
}

/** A conversion that fails is an internal error, whatever the failure policy. */
async function orInternalError(converting: Promise<JsonObject>): Promise<JsonObject> {
  try {
    return await converting;
  } catch (error) {
    throw error instanceof ApiError ? internalError(error.status.message ?? '') : error;
  }
}
