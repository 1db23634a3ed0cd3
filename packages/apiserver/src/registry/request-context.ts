import type { Clock, TransportRequest } from '@vmgen/runtime';
import { hasMoreParts, WorkLimitError, type JsonObject, type WorkBudget } from '@vmgen/base/json';
import { parseMediaType } from '../response/media-type.js';
import type { RequestInfo } from '../request/request-info.js';
import type { Endpoint } from '../resource/endpoint.js';
import type { HeldRevisions } from '../storage/held-revisions.js';
import type { Revision } from '../storage/revision.js';
import type { AdmissionChain } from '../admission/admission-chain.js';
import type { RbacAuthorizer } from '../authorization/rbac-authorizer.js';
import type { RequestUser } from '../request/request-user.js';
import type { Registry } from './registry.js';

/** A request for a resource, with what its handlers need. */
export interface RequestContext {
  readonly registry: Registry;
  readonly endpoint: Endpoint;
  readonly info: RequestInfo;
  readonly request: TransportRequest;
  readonly clock: Clock;
  /** The remaining work that the request may cause. */
  readonly work: WorkBudget;
  /** The texts of the response's Warning headers. */
  readonly warnings: string[];
  /** Webhooks and policies; undefined if none is configured for the resource, which saves work. */
  readonly admission: AdmissionChain | undefined;
  /** When the request ends with 504, on {@link clock}. Infinity for watches and controllers. */
  readonly deadlineMs: number;
  /** The user of the request; undefined for the only user of the server. */
  readonly user: RequestUser | undefined;
  /** Decides what users may do; undefined if all of them may do everything. */
  readonly authorizer: RbacAuthorizer | undefined;
}

/** A response before it is encoded: an object, a list or a Status. */
export interface Answer {
  readonly status: number;
  readonly object: JsonObject;
  /** The stored revision that {@link object} shows, if it is known. */
  readonly revision?: Revision;
  /** The items of the list {@link object}. Each is read when it is sent. */
  readonly items?: readonly Revision[];
  /** The memory that a list takes while it is sent. */
  readonly held?: HeldRevisions;
}

const decoder = new TextDecoder();

/**
 * The maximum number of objects, lists and fields in a body. V8 allocates and collects them in every
 * step of a request: a patch with twice as many takes more than a second, even if all are empty.
 */
const MAX_PARTS = 300_000;

/**
 * Returns the text of the body.
 *
 * @throws WorkLimitError if it has too many objects, lists and fields
 */
export function bodyText(request: TransportRequest): string {
  const { body } = request;
  const text = body === undefined ? '' : typeof body === 'string' ? body : decoder.decode(body);
  // An empty object takes two characters.
  if (text.length > 2 * MAX_PARTS && hasMoreParts(text, MAX_PARTS)) throw new WorkLimitError();
  return text;
}

/**
 * Returns the media type of the body: an empty string without a Content-Type, undefined if it cannot
 * be parsed.
 */
export function mediaTypeOf(request: TransportRequest): string | undefined {
  const type = request.headers?.['content-type'] ?? '';
  return type === '' ? type : parseMediaType(type);
}
