import { statusError } from '../errors/status-error.js';
import { bindPod } from './bind-pod.js';
import { evictPod } from './eviction.js';
import type { Steps } from '../request/steps.js';
import type { Answer, RequestContext } from './request-context.js';
import { answerReview, isReview } from './review.js';
import { requestToken } from './token-request.js';

/**
 * Subresources, and resources whose objects are answered and not stored, with their handlers for
 * POST.
 */
const POSTED: ReadonlyMap<string, (context: RequestContext) => Steps<Answer>> = new Map([
  ['bindings', bindPod],
  ['pods/binding', bindPod],
  ['pods/eviction', evictPod],
  ['serviceaccounts/token', requestToken],
]);

/** Subresources that connect to a container, pod or node. This server has none. */
const LEADS_OUT: ReadonlySet<string> = new Set([
  'pods/attach',
  'pods/exec',
  'pods/log',
  'pods/portforward',
  'nodes/proxy',
  'pods/proxy',
  'services/proxy',
]);

/**
 * Answers a request that is not for an object of the resource itself; returns undefined for all
 * others.
 *
 * @throws ApiError 501 for requests that need a real cluster
 */
export function answerSpecial(context: RequestContext): Steps<Answer> | undefined {
  const { endpoint, info } = context;
  const { plural, group, kind } = endpoint.resource;
  const address = info.subresource === undefined ? plural : `${plural}/${info.subresource}`;
  if (group === '' && LEADS_OUT.has(address)) {
    throw statusError(
      501,
      'NotImplemented',
      `${address} is not served: behind the embedded API server run no containers and no nodes`,
    );
  }
  if (info.verb !== 'create') return undefined;
  if (endpoint.resource.isCustom) return undefined;
  const isPostedReview = info.subresource === undefined && isReview(kind);
  const posted = isPostedReview ? answerReview : group === '' ? POSTED.get(address) : undefined;
  if (posted === undefined) return undefined;
  return posted(context);
}
