import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { FieldError } from '@vmgen/crd';
import { checkRequirement, checkValueCount, Field } from '@vmgen/crd/internal';
import { groupVersionOf } from '../resource/served-resource.js';
import { stringsOf } from '../json/lists.js';
import { badRequest, invalid } from '../errors/status-error.js';
import { timestamp } from './commit.js';
import { SERVER_USER, userInfoOf } from '../request/request-user.js';
import { reviewAccess, reviewOwnAccess, reviewOwnRules } from './access-review.js';
import { checkAddress, recordCreate } from './create-object.js';
import { decodeBody } from './decode-body.js';
import type { Steps } from '../request/steps.js';
import type { Answer, RequestContext } from './request-context.js';
import { accountOf, isBacked, isExpired } from './service-account-tokens.js';
import type { Registry } from './registry.js';
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
    reviewToken(review, registry, clock.date().getTime() / 1000),
};

/** Whether the kind is a review, which is answered and not stored. */
export function isReview(kind: string): boolean {
  return Object.hasOwn(ANSWERS, kind);
}

/** The reviews of which the response has nothing but the answer. */
const FORGOTTEN: ReadonlySet<string> = new Set(['SelfSubjectReview', 'SelfSubjectRulesReview']);

/** Answers a POST of a review. Reviews do not pass admission. */
export function* answerReview(context: RequestContext): Steps<Answer> {
  const { kind } = context.endpoint.resource;
  const options = parseWriteOptions(context, 'CreateOptions');
  const review = decodeBody(context, options.fieldValidation);
  checkAddress(context, review);
  const errors: FieldError[] = [];
  checkAsked(kind, new Field(review, '', errors), context.info.namespace);
  if (errors.length > 0) throw invalid({ group: 'authorization.k8s.io', kind: '' }, '', errors);
  const status = ANSWERS[kind]?.(review, context) ?? {};
  const time = timestamp(context.clock);
  if (!FORGOTTEN.has(kind)) {
    const recorded = yield* recordCreate(context, review, options, time);
    return { status: 201, object: { ...recorded, status } };
  }
  const rest: JsonObject =
    kind === 'SelfSubjectReview'
      ? { metadata: { creationTimestamp: time } }
      : { metadata: {}, spec: {} };
  const type = { kind, apiVersion: groupVersionOf(context.endpoint.resource) };
  return { status: 201, object: { ...type, ...rest, status } };
}

/** @throws ApiError 400 if a review lacks what it is about */
function checkAsked(kind: string, review: Field, namespace: string | undefined): void {
  const spec = review.at('spec');
  if (kind === 'TokenReview' && spec.at('token').text === '') {
    throw badRequest('token is required for TokenReview in authentication');
  }
  if (kind === 'SelfSubjectRulesReview' && spec.at('namespace').text === '') {
    throw badRequest('no namespace on request');
  }
  if (kind.endsWith('AccessReview')) checkAccessReview(kind, review, namespace);
}

/** Validates a review of the permission for one request. */
function checkAccessReview(kind: string, review: Field, namespace: string | undefined): void {
  const spec = review.at('spec');
  const [resource, path] = [spec.at('resourceAttributes'), spec.at('nonResourceAttributes')];
  // The type in Go has no names for JSON.
  const { path: Path = '', verb: Verb = '' } = path.object;
  if (resource.isObject === path.isObject) {
    const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    spec.invalid(detail, path.isObject ? { Path, Verb } : null);
  }
  if (kind !== 'SelfSubjectAccessReview') {
    const user = spec.at('user');
    const isNamed = user.text !== '' || spec.at('groups').texts.length > 0;
    if (!isNamed) user.invalid('at least one of user or group must be specified', '');
  }
  checkReviewedSelector(resource.at('fieldSelector'), (requirement) => {
    requirement.at('key').given('must be specified');
    checkValueCount(requirement);
  });
  checkReviewedSelector(resource.at('labelSelector'), (requirement) => {
    checkRequirement(requirement, 'reviewed label');
  });
  const isLocal = kind === 'LocalSubjectAccessReview';
  const metadata = review.at('metadata');
  if (metadata.entries.some(([name, { value }]) => !isUnset(name, value, isLocal))) {
    metadata.invalid(isLocal ? 'must be empty except for namespace' : 'must be empty');
  }
  if (!isLocal) return;
  if (resource.isObject && resource.at('namespace').text !== namespace) {
    resource
      .at('namespace')
      .invalid('must match metadata.namespace', resource.at('namespace').text);
  }
  if (path.isObject) path.invalid('disallowed on this kind of request', { Path, Verb });
}

/** Validates a selector that the reviewed request has. */
function checkReviewedSelector(selector: Field, check: (requirement: Field) => void): void {
  if (!selector.isObject) return;
  const [raw, requirements] = [selector.at('rawSelector'), selector.at('requirements')];
  if (raw.text !== '' && requirements.isFilled) {
    raw.invalid('may not specified at the same time as requirements');
  }
  if (raw.text === '' && !requirements.isFilled) {
    requirements.required(
      `when ${selector.path} is specified, requirements or rawSelector is required`,
    );
  }
  for (const requirement of requirements.items) check(requirement);
}

/** Whether a field of the metadata of a review is as if it were absent. */
function isUnset(name: string, value: JsonValue | undefined, isLocal: boolean): boolean {
  if (name === 'managedFields' || (isLocal && name === 'namespace')) return true;
  return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}

function reviewToken(
  { spec }: JsonObject,
  { tokens, coreStore }: Registry,
  nowSeconds: number,
): JsonObject {
  const { token, audiences } = isJsonObject(spec) ? spec : {};
  const claims = typeof token === 'string' ? tokens.read(token) : undefined;
  if (claims === undefined) return unknown('token is not issued by this server');
  if (isExpired(claims, nowSeconds)) return unknown('token has expired');
  if (!isBacked(claims, coreStore)) return unknown('the account or bound object does not exist');
  const own = stringsOf(claims['aud']);
  const wanted = stringsOf(audiences);
  const shared = wanted.length === 0 ? own : own.filter((audience) => wanted.includes(audience));
  if (shared.length === 0) return unknown('the token is meant for another audience');
  return { authenticated: true, user: userInfoOf(accountOf(claims)), audiences: shared };
}

function unknown(error: string): JsonObject {
  return { user: {}, error: `[invalid bearer token, ${error}]` };
}
