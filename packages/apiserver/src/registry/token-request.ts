import { isJsonObject, type JsonValue } from '@vmgen/base/json';
import { fieldErrors } from '@vmgen/crd/internal';
import { badRequest, conflict, invalid, notFound } from '../errors/status-error.js';
import { getObject, getString } from '../built-in/strategies/fields.js';
import { keyOf } from '../resource/endpoint.js';
import { metadataOf, metaString } from '../resource/object-meta.js';
import { timestamp } from './commit.js';
import { textOf } from '../json/text-of.js';
import { decodePosted } from './decode-posted.js';
import type { Steps } from '../request/steps.js';
import { admitPosted } from './admit.js';
import type { Answer, RequestContext } from './request-context.js';
import { stringsOf } from '../json/lists.js';
import { DEFAULT_AUDIENCES, type BoundObject } from './service-account-tokens.js';

const DEFAULT_SECONDS = 3600;
const LEAST_SECONDS = 600;
const MOST_SECONDS = 2 ** 32;

/** Answers a POST of a TokenRequest to a service account. */
export function* requestToken(context: RequestContext): Steps<Answer> {
  const { endpoint, info, registry, clock } = context;
  const request = yield* admitPosted(context, decodePosted(context));
  const name = info.name ?? '';
  const own = metaString(request, 'name');
  if (own !== '' && own !== name) {
    const detail = 'must match the service account name if specified';
    const error = fieldErrors.invalid('metadata.name', own, detail);
    throw invalid({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, name, [error]);
  }
  const revision = endpoint.store.get(keyOf(info.namespace, name));
  if (revision === undefined) throw notFound(endpoint.resource, name);
  const spec = isJsonObject(request['spec']) ? request['spec'] : {};
  const seconds = spec['expirationSeconds'] ?? DEFAULT_SECONDS;
  if (typeof seconds !== 'number' || seconds < LEAST_SECONDS || seconds > MOST_SECONDS) {
    const detail =
      typeof seconds === 'number' && seconds > MOST_SECONDS
        ? 'may not specify a duration larger than 2^32 seconds'
        : 'may not specify a duration less than 10 minutes';
    const error = fieldErrors.invalid('spec.expirationSeconds', seconds, detail);
    throw invalid({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, '', [error]);
  }
  const bound = boundObject(context, spec['boundObjectRef']);
  const named = stringsOf(spec['audiences']);
  const audiences = named.length > 0 ? named : [...DEFAULT_AUDIENCES];
  const issuedAt = Math.floor(clock.date().getTime() / 1000);
  const token = registry.tokens.issue({
    audiences,
    namespace: info.namespace ?? '',
    name,
    uid: metaString(endpoint.read(revision), 'uid'),
    bound,
    issuedAt,
    expiresAt: issuedAt + seconds,
  });
  const end = new Date((issuedAt + seconds) * 1000).toISOString();
  return {
    status: 201,
    object: {
      ...request,
      metadata: {
        ...metadataOf(request),
        name,
        namespace: info.namespace ?? '',
        creationTimestamp: timestamp(clock),
      },
      spec: { boundObjectRef: null, ...spec, audiences, expirationSeconds: seconds },
      status: { token, expirationTimestamp: `${end.slice(0, 19)}Z` },
    },
  };
}

/** The kinds of objects to which a token can be bound. It becomes invalid with the object. */
const BOUND_KINDS: Readonly<Record<string, string>> = {
  Pod: 'pods',
  Secret: 'secrets',
  Node: 'nodes',
};

/**
 * @throws ApiError 404 if the object does not exist, 400 if it is a pod of another account, 409 if another
 *   object has its name
 */
function boundObject(
  { info, registry }: RequestContext,
  reference: JsonValue | undefined,
): BoundObject | undefined {
  if (!isJsonObject(reference)) return undefined;
  const { kind = '', name = '' } = reference;
  const plural = typeof kind === 'string' ? BOUND_KINDS[kind] : undefined;
  if (plural === undefined || typeof name !== 'string') {
    throw badRequest(`cannot bind token to object of type ${textOf(kind)}`);
  }
  const namespace = kind === 'Node' ? undefined : info.namespace;
  const object = registry.coreStore(plural)?.get(keyOf(namespace, name))?.object;
  if (object === undefined) throw notFound({ group: '', plural }, name);
  if (kind === 'Pod' && getString(getObject(object, 'spec'), 'serviceAccountName') !== info.name) {
    const account = JSON.stringify(info.name);
    throw badRequest(
      `cannot bind token for serviceaccount ${account} to pod running with different serviceaccount name.`,
    );
  }
  const uid = metaString(object, 'uid');
  const wanted = textOf(reference['uid']);
  if (wanted !== '' && wanted !== uid) {
    const why = `the UID in the bound object reference (${wanted}) does not match the UID in record. The object might have been deleted and then recreated`;
    // As in preconditions, the API uses the kind instead of the plural.
    throw conflict({ group: '', plural: textOf(kind) }, name, why);
  }
  return { claim: textOf(kind).toLowerCase(), name, uid };
}
