import type { JsonObject } from '@vmgen/base/json';
import { objectsOf, stringsOf } from '../json/lists.js';
import type { RequestAttributes } from './request-attributes.js';

/** A rule of a role, as in `rbac.authorization.k8s.io/v1`. */
export interface RoleRule {
  /** The permitted verbs; `*` is all of them. */
  readonly verbs: readonly string[];
  /** The API groups; empty for the core group, `*` for all of them. */
  readonly apiGroups?: readonly string[];
  /** `PLURAL`, `PLURAL/SUBRESOURCE`, `*`, or an asterisk, a slash and a subresource. */
  readonly resources?: readonly string[];
  /** The names of the objects. Defaults to all. */
  readonly resourceNames?: readonly string[];
  /** Paths that are not resources, such as `/metrics` or `/healthz/*`. Only in a ClusterRole. */
  readonly nonResourceURLs?: readonly string[];
}

/** Returns the rules that a role lists. The API validates them when the role is written. */
export function rulesIn({ rules }: JsonObject): readonly RoleRule[] {
  return objectsOf(rules).map((rule) => ({
    verbs: stringsOf(rule['verbs']),
    apiGroups: stringsOf(rule['apiGroups']),
    resources: stringsOf(rule['resources']),
    resourceNames: stringsOf(rule['resourceNames']),
    nonResourceURLs: stringsOf(rule['nonResourceURLs']),
  }));
}

/** Whether a rule permits a request, if it applies to the namespace. Upstream: rbac.RuleAllows. */
export function ruleAllows(rule: RoleRule, attributes: RequestAttributes): boolean {
  if (!matches(rule.verbs, attributes.verb)) return false;
  if ('path' in attributes) {
    return (rule.nonResourceURLs ?? []).some((path) => matchesPath(path, attributes.path));
  }
  const { group, resource, subresource, name } = attributes;
  const { apiGroups = [], resources = [], resourceNames = [] } = rule;
  return (
    matches(apiGroups, group) &&
    resources.some((each) => matchesResource(each, resource, subresource)) &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  );
}

const matches = (permitted: readonly string[], wanted: string): boolean =>
  permitted.includes('*') || permitted.includes(wanted);

function matchesResource(permitted: string, resource: string, subresource: string): boolean {
  if (permitted === '*') return true;
  if (subresource === '') return permitted === resource;
  return permitted === `${resource}/${subresource}` || permitted === `*/${subresource}`;
}

function matchesPath(permitted: string, path: string): boolean {
  if (!permitted.endsWith('*')) return permitted === path;
  return path.startsWith(permitted.slice(0, -1));
}
