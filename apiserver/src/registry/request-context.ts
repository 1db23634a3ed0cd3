import type { Clock, TransportRequest } from '@vmgen/runtime';
import type { JsonObject, WorkBudget } from '@vmgen/base/json';
import type { RequestInfo } from '../request/request-info.js';
import type { Endpoint } from '../resource/endpoint.js';
import type { HeldRevisions } from '../storage/held-revisions.js';
import type { Revision } from '../storage/revision.js';
import type { AdmissionChain } from '../admission/admission-chain.js';
import type { UserInfo } from '../admission/admission-request.js';
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
  /** The user of the request; undefined for the only user of the server. */
  readonly user: UserInfo | undefined;
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

export function bodyText(request: TransportRequest): string {
  const { body } = request;
  return body === undefined ? '' : typeof body === 'string' ? body : decoder.decode(body);
}

/** Returns the media type of the body without parameters, or an empty string. */
export function mediaTypeOf(request: TransportRequest): string {
  const type = request.headers?.['content-type'] ?? '';
  return type === 'application/json' ? type : (type.split(';')[0]?.trim().toLowerCase() ?? '');
}
