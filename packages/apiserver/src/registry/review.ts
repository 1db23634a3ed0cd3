import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { FieldError } from '@vmgen/crd';
import { fieldErrors } from '@vmgen/crd/internal';
import { stringsOf } from '../json/lists.js';
import { badRequest, invalid } from '../errors/status-error.js';
import { metadataOf } from '../resource/object-meta.js';
import { timestamp } from './commit.js';
import { SERVER_USER, userInfoOf } from '../request/request-user.js';
import { reviewAccess, reviewOwnAccess, reviewOwnRules } from './access-review.js';
import { decodeBody } from './decode-body.js';
import type { Steps } from '../request/steps.js';
import type { Answer, RequestContext } from './request-context.js';
import { accountOf, isExpired, type ServiceAccountTokens } from './service-account-tokens.js';
import { parseWriteOptions } from './write-options.js';

/** The response to each review kind. Nothing is stored. */
const ANSWERS: Readonly<
  Record<string, (review: JsonObject, context: RequestContext) => JsonObject>
> = {
  LocalSubjectAccessReview: reviewAccess,
  SelfSubjectAccessReview: reviewOwnAccess,
  SubjectAccessReview: reviewAccess,
  SelfSubjectReview: (_, { user = SERVER_USER }) => ({
    userInfo: userInfoOf(user),
  }),
  SelfSubjectRulesReview: reviewOwnRules,
  TokenReview: (review, { registry, clock }) =>
    reviewToken(review, registry.tokens, clock.date().getTime() / 1000),
};

/** Whether the kind is a review, which is answered and not stored. */
export function isReview(kind: string): boolean {
  return Object.hasOwn(ANSWERS, kind);
}

/** Answers a POST of a review. Reviews do not pass admission. */
export function* answerReview(context: RequestContext): Steps<Answer> {
  const { fieldValidation } = parseWriteOptions(context, 'CreateOptions');
  const review = decodeBody(context, fieldValidation);
  checkAsked(context.endpoint.resource.kind, isJsonObject(review['spec']) ? review['spec'] : {});
  const metadata = { ...metadataOf(review) };
  const { kind } = context.endpoint.resource;
  if (kind === 'SelfSubjectReview') metadata['creationTimestamp'] = timestamp(context.clock);
  const status = ANSWERS[kind]?.(review, context) ?? {};
  return { status: 201, object: { ...review, metadata, status } };
}

/** @throws ApiError 400 or 422 if a review is incomplete */
function checkAsked(kind: string, spec: JsonObject): void {
  if (kind === 'TokenReview' && !spec['token']) {
    throw badRequest('token is required for TokenReview in authentication');
  }
  if (!kind.endsWith('AccessReview')) return;
  const errors: FieldError[] = [];
  const isOne =
    isJsonObject(spec['resourceAttributes']) !== isJsonObject(spec['nonResourceAttributes']);
  if (!isOne) {
    const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    errors.push(fieldErrors.invalid('spec', null, detail));
  }
  const isSelf = kind === 'SelfSubjectAccessReview';
  if (!isSelf && !spec['user'] && stringsOf(spec['groups']).length === 0) {
    const detail = 'at least one of user or group must be specified';
    errors.push(fieldErrors.invalid('spec.user', '', detail));
  }
  if (errors.length > 0) throw invalid({ group: 'authorization.k8s.io', kind: '' }, '', errors);
}

function reviewToken(
  { spec }: JsonObject,
  tokens: ServiceAccountTokens,
  nowSeconds: number,
): JsonObject {
  const { token, audiences } = isJsonObject(spec) ? spec : {};
  const claims = typeof token === 'string' ? tokens.read(token) : undefined;
  if (claims === undefined) return unknown('token is not issued by this server');
  if (isExpired(claims, nowSeconds)) return unknown('token has expired');
  const own = stringsOf(claims['aud']);
  const wanted = stringsOf(audiences);
  const shared = wanted.length === 0 ? own : own.filter((audience) => wanted.includes(audience));
  if (shared.length === 0) return unknown('the token is meant for another audience');
  return { authenticated: true, user: userInfoOf(accountOf(claims)), audiences: shared };
}

function unknown(error: string): JsonObject {
  return { user: {}, error: `[invalid bearer token, ${error}]` };
}
