import type { Clock, TransportRequest } from '@vmgen/runtime';
import type { JsonObject, WorkBudget } from '@vmgen/base/json';
import type { RequestInfo } from '../request/request-info.js';
import type { Endpoint } from '../resource/endpoint.js';
import type { Revision } from '../storage/revision.js';
import type { Registry } from './registry.js';

/** One request for a resource on its way through the registry. */
export interface RequestContext {
  readonly registry: Registry;
  readonly endpoint: Endpoint;
  readonly info: RequestInfo;
  readonly request: TransportRequest;
  readonly clock: Clock;
  /** How much work the request may still cause. */
  readonly work: WorkBudget;
  /** What the answer's Warning headers will say. */
  readonly warnings: string[];
}

/** An answer before it is represented: an object, a list or a Status. */
export interface Answer {
  readonly status: number;
  readonly object: JsonObject;
  /** The items of the list {@link object}, which lacks them: each is read when it is sent. */
  readonly items?: readonly Revision[];
  /** About how much memory stored objects take that the answer keeps alive, in bytes. */
  readonly heldBytes?: number;
}

const decoder = new TextDecoder();

export function bodyText(request: TransportRequest): string {
  const { body } = request;
  return body === undefined ? '' : typeof body === 'string' ? body : decoder.decode(body);
}

/** The media type of the body without parameters; empty where the header is missing. */
export function mediaTypeOf(request: TransportRequest): string {
  return (request.headers?.['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
