import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { parseFieldSelector, parseLabelSelector, SelectorError } from '@vmgen/runtime/meta';
import { decide } from '../authorization/access.js';
import type { RequestAttributes } from '../authorization/request-attributes.js';
import type { RoleRule } from '../authorization/role-rule.js';
import { SERVER_USER, type RequestUser } from '../request/request-user.js';
import type { RequestContext } from './request-context.js';
import { stringsOf } from '../json/lists.js';
import { textOf } from '../json/text-of.js';

/** Answers a review of the permissions of the user of the request. */
export function reviewOwnAccess(review: JsonObject, context: RequestContext): JsonObject {
  return answerFor(context, context.user ?? SERVER_USER, specOf(review));
}

/** Answers a review of the permissions of the user that it names. */
export function reviewAccess(review: JsonObject, context: RequestContext): JsonObject {
  const spec = specOf(review);
  const user = { username: textOf(spec['user']), groups: stringsOf(spec['groups']) };
  return answerFor(context, user, spec);
}

function answerFor(
  { authorizer }: RequestContext,
  user: RequestUser,
  spec: JsonObject,
): JsonObject {
  const { allowed, reason } = decide(authorizer, user, attributesIn(spec));
  const evaluationError = selectorProblems(spec['resourceAttributes']).join('; ');
  return {
    allowed,
    ...(reason !== '' && { reason }),
    ...(evaluationError !== '' && { evaluationError }),
  };
}

const LABEL_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

/** Returns what is wrong with the selectors of a review. RBAC ignores selectors in any case. */
function selectorProblems(resourceAttributes: JsonValue | undefined): string[] {
  if (!isJsonObject(resourceAttributes)) return [];
  const { fieldSelector, labelSelector } = resourceAttributes;
  const problems = {
    fieldSelector: selectorProblem(fieldSelector, parseFieldSelector, ({ operator, values }) => {
      const isEquality = operator === 'In' || operator === 'NotIn';
      return isEquality && Array.isArray(values) && values.length === 1;
    }),
    labelSelector: selectorProblem(labelSelector, parseLabelSelector, ({ operator }) =>
      LABEL_OPERATORS.includes(textOf(operator)),
    ),
  };
  return Object.entries(problems).flatMap(([field, problem]) =>
    problem === undefined ? [] : `spec.resourceAttributes.${field} ${problem}`,
  );
}

function selectorProblem(
  selector: JsonValue | undefined,
  parse: (text: string) => object,
  isKnown: (requirement: JsonObject) => boolean,
): string | undefined {
  if (!isJsonObject(selector)) return undefined;
  const { rawSelector, requirements } = selector;
  const all = Array.isArray(requirements) ? requirements.filter(isJsonObject) : [];
  const known = all.filter(isKnown).length;
  if (known < all.length) return `${known > 0 ? 'partially ' : ''}ignored due to parse error`;
  try {
    parse(textOf(rawSelector));
    return undefined;
  } catch (error) {
    if (error instanceof SelectorError) return 'ignored due to parse error';
    throw error;
  }
}

function attributesIn(spec: JsonObject): RequestAttributes {
  const { resourceAttributes, nonResourceAttributes } = spec;
  if (isJsonObject(nonResourceAttributes)) {
    const { path, verb } = nonResourceAttributes;
    return { path: textOf(path), verb: textOf(verb) };
  }
  const asked = isJsonObject(resourceAttributes) ? resourceAttributes : {};
  return {
    verb: textOf(asked['verb']),
    group: textOf(asked['group']),
    resource: textOf(asked['resource']),
    subresource: textOf(asked['subresource']),
    namespace: textOf(asked['namespace']),
    name: textOf(asked['name']),
  };
}

const ALL = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};

/** Answers a review of all rules of the user of the request in a namespace. */
export function reviewOwnRules(
  review: JsonObject,
  { authorizer, user = SERVER_USER }: RequestContext,
): JsonObject {
  if (authorizer === undefined) return { ...ALL, incomplete: false };
  const rules = authorizer.rulesOf(user, textOf(specOf(review)['namespace']));
  const isForPaths = ({ nonResourceURLs = [] }: RoleRule): boolean => nonResourceURLs.length > 0;
  return {
    resourceRules: rules.filter((rule) => !isForPaths(rule)).map(ruleObject),
    nonResourceRules: rules.filter(isForPaths).map(ruleObject),
    incomplete: false,
  };
}

/** Go omits empty lists. */
function ruleObject(rule: RoleRule): JsonObject {
  const fields: [string, readonly string[]][] = Object.entries({ ...rule });
  const lists = fields.filter(([, values]) => values.length > 0);
  return Object.fromEntries(
    lists.map(([field, values]): [string, JsonValue] => [field, [...values]]),
  );
}

const specOf = ({ spec }: JsonObject): JsonObject => (isJsonObject(spec) ? spec : {});
