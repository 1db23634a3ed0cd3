import type { TransportResponse } from '@vmgen/runtime';
import { isPathSegment } from '@vmgen/base/text';
import { textResponse } from '../response/text-response.js';
import {
  badRequest,
  methodNotAllowed,
  notFound,
  REPRESENTATIONS,
  notAcceptable,
  notRouted,
  STREAMS,
  unknownResource,
  plainServerError,
  verbNotSupported,
} from '../errors/status-error.js';
import { isRouted } from '../response/accept-clauses.js';
import { negotiateRepresentation } from '../table/negotiate-representation.js';
import { runSteps, runSynchronously, type Steps } from '../request/steps.js';
import { answerSpecial } from './answer-special.js';
import { beforeDeadline } from './before-deadline.js';
import { OutdatedError } from './commit.js';
import { handleCreate } from './create-object.js';
import { handleDeleteCollection, handleDelete } from './delete-object.js';
import type { EncodedEvents } from './encoded-events.js';
import { handleList } from './list-objects.js';
import { handlePatch, patchLanguage } from './patch-object.js';
import type { Answer, RequestContext } from './request-context.js';
import { respond } from './respond.js';
import { isReview } from './review.js';
import { handleScale } from './scale.js';
import { handleUpdate } from './update-object.js';
import { watchResponse } from './watch-response.js';
import { keyOf } from '../resource/endpoint.js';
import { parseResourceVersion } from './resource-version.js';
import { storageKey, unreadable } from './undecodable.js';
import { waitForVersion } from './wait-for-version.js';

/** State that the watches of a server share. */
interface WatchSharing {
  readonly encoded: EncodedEvents;
  /** Aborting it ends all watches. */
  readonly closing: AbortSignal;
}

/**
 * Answers a request for a served resource.
 *
 * @throws ApiError, PatchError
 */
export function handleResource(
  context: RequestContext,
  sharing: WatchSharing,
): TransportResponse | Promise<TransportResponse> {
  const { endpoint, info, request } = context;
  if (!fitsScope(context)) return pageNotFound(context);
  if (info.verb === 'none') throw methodNotAllowed();
  if (endpoint.deprecationWarning !== undefined) context.warnings.push(endpoint.deprecationWarning);
  checkSupported(context);
  const accept = request.headers?.['accept'];
  const forms = info.verb === 'list' || info.verb === 'watch' ? LISTED : REPRESENTATIONS;
  if (!endpoint.resource.isCustom) {
    if (info.verb === 'patch') patchLanguage(context);
    if (!isRouted(accept, forms)) throw notRouted(forms);
  }
  const representation = negotiateRepresentation(accept, hasTable(context));
  if (representation === undefined) throw notAcceptable(REPRESENTATIONS);
  checkSegments(context);
  if (info.verb === 'watch') {
    if (representation.mediaType !== 'application/json') throw notAcceptable(STREAMS);
    return watchResponse(context, representation, sharing.encoded, sharing.closing);
  }
  const answered = answer(context);
  // A promise that is not needed delays the response by several microtasks.
  return answered instanceof Promise
    ? answered.then((ready) => respond(context, ready, representation))
    : respond(context, answered, representation);
}

/** The media types of collections in the generic router. */
const LISTED = [...REPRESENTATIONS, ...STREAMS];

/** Subresources that no table shows. */
const TABLELESS: ReadonlySet<string | undefined> = new Set(
  'approval binding ephemeralcontainers eviction finalize resize token'.split(' '),
);

function hasTable({ endpoint, info }: RequestContext): boolean {
  const { kind, isCustom } = endpoint.resource;
  if (isCustom) return true;
  return !isReview(kind) && kind !== 'Binding' && !TABLELESS.has(info.subresource);
}

/** @throws ApiError 400 for a name that cannot be a segment of a path; 500 for such a namespace */
function checkSegments({ endpoint: { resource }, info }: RequestContext): void {
  const { namespace, name, verb } = info;
  const [problem] = name === undefined ? [] : isPathSegment(name);
  if (problem !== undefined) {
    throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${problem}`);
  }
  // A create reports that there is no such namespace.
  if ((namespace !== '.' && namespace !== '..') || verb === 'create') return;
  const key = name === undefined ? namespace : keyOf(namespace, name);
  throw plainServerError(`invalid key: ${JSON.stringify(storageKey(resource, key))}`);
}

/**
 * Namespaced objects can only be written in a namespace. Cluster-scoped kinds have no namespaces.
 */
function fitsScope({ endpoint, info }: RequestContext): boolean {
  if (!endpoint.resource.namespaced) return info.namespace === undefined;
  if (info.namespace !== undefined) return true;
  return info.name === undefined && (info.verb === 'list' || info.verb === 'watch');
}

export function pageNotFound(context?: RequestContext): TransportResponse {
  if (context?.endpoint.resource.isCustom === false) {
    // The collection of all namespaces is read-only.
    const { resource } = context.endpoint;
    const isListed = resource.namespaced && resource.verbs.includes('list');
    const isThere = isListed && context.info.name === undefined;
    throw isThere ? methodNotAllowed() : unknownResource();
  }
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  };
  return textResponse(404, headers, '404 page not found\n');
}

/** Rejects operations that the resource does not support. */
function checkSupported({ endpoint, info }: RequestContext): void {
  const { resource } = endpoint;
  const { verb, name, subresource } = info;
  if (subresource !== undefined) {
    const served = resource.subresources.find((candidate) => candidate.name === subresource);
    if (served === undefined) {
      throw resource.isCustom ? notFound(resource, name ?? '') : unknownResource();
    }
    if (served.verbs.includes(verb)) return;
    throw resource.isCustom ? verbNotSupported(resource, verb) : methodNotAllowed();
  }
  // Such a resource has no paths with names.
  if (name !== undefined && resource.verbs.join() === 'create') throw unknownResource();
  const needsName = verb === 'update' || verb === 'patch';
  const isMisplaced = name === undefined ? needsName : verb === 'create';
  // kube-apiserver routes only requests for built-in kinds by their method.
  if (isMisplaced && !resource.isCustom) throw methodNotAllowed();
  if (isMisplaced && verb === 'update') throw badRequest('name must be provided');
  if (!resource.verbs.includes(verb)) throw methodNotAllowed();
}

function answer(context: RequestContext): Answer | Promise<Answer> {
  const steps = write(context);
  if (steps !== undefined) {
    const { admission, endpoint } = context;
    const mayWait = admission !== undefined || endpoint.conversion !== undefined;
    return mayWait ? answerCurrent(context, steps) : runSynchronously(steps);
  }
  switch (context.info.verb) {
    case 'get':
      return read(context, handleGet(context));
    case 'deletecollection':
      return handleDeleteCollection(context);
    default:
      return read(context, handleList(context));
  }
}

/** Limits how long a read takes, if it can take long. A read that only waits for a version does not. */
function read(context: RequestContext, answered: Promise<Answer>): Promise<Answer> {
  const isLimited = context.endpoint.conversion !== undefined || context.info.query.has('timeout');
  return isLimited ? beforeDeadline(context, answered) : answered;
}

/** Runs a write, and starts again while other requests change the object in the meantime. */
async function answerCurrent(context: RequestContext, first: Steps<Answer>): Promise<Answer> {
  const { warnings, request } = context;
  const before = warnings.length;
  for (let steps: Steps<Answer> | undefined = first; steps !== undefined; steps = write(context)) {
    try {
      return await runSteps(steps, (settled) => beforeDeadline(context, settled));
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error;
    }
    request.signal?.throwIfAborted();
    warnings.splice(before);
  }
  throw new Error('a write became a read');
}

/** Returns the steps of a write of one object; undefined for other requests. */
function write(context: RequestContext): Steps<Answer> | undefined {
  const { endpoint, info } = context;
  const special = answerSpecial(context);
  if (special !== undefined) return special;
  if (info.subresource === 'scale' && endpoint.scale !== undefined) {
    return handleScale(context, endpoint.scale);
  }
  switch (info.verb) {
    case 'create':
      return handleCreate(context);
    case 'update':
      return handleUpdate(context);
    case 'patch':
      return handlePatch(context);
    case 'delete':
      return handleDelete(context);
    default:
      return undefined;
  }
}

/** Answers a GET of one object or its status. */
async function handleGet(context: RequestContext): Promise<Answer> {
  const { endpoint, info } = context;
  const name = info.name ?? '';
  const asked = info.query.get('resourceVersion') ?? '';
  await waitForVersion(context, parseResourceVersion(asked, plainServerError));
  const revision = endpoint.store.get(keyOf(info.namespace, name));
  if (revision === undefined) throw notFound(endpoint.resource, name);
  const { conversion } = endpoint;
  if (conversion === undefined) return { status: 200, object: endpoint.read(revision), revision };
  try {
    const { load, loadAgain } = conversion;
    const loaded = await (asked === '' ? loadAgain(revision) : load(revision));
    return { status: 200, object: endpoint.read(loaded) };
  } catch (error) {
    throw unreadable(endpoint, revision, error);
  }
}
