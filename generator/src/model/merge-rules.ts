import { compareText } from '../text/compare-text.js';

/** One rule of a role, as in the API. */
export interface PolicyRule {
  /** The API groups of the resources; `''` is the core group. */
  readonly apiGroups: readonly string[];
  /** The paths that are not resources, such as `/metrics`. */
  readonly nonResourceURLs: readonly string[];
  /** The names of single objects; empty for all. */
  readonly resourceNames: readonly string[];
  /** The plural names of resources, with subresources as `pods/log`. */
  readonly resources: readonly string[];
  /** The allowed verbs, such as `get`. */
  readonly verbs: readonly string[];
}

type Part = keyof PolicyRule;

/** Which part may differ between rules that become one, step by step, as controller-gen does it. */
const STEPS: readonly Part[] = ['verbs', 'resources', 'apiGroups', 'nonResourceURLs'];

/** Merges rules that differ in only one part, and sorts them and their parts. */
export function mergeRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const merged = STEPS.reduce(mergeBy, rules.map(sorted));
  return merged
    .sort((a, b) => compareText(sortKey(a), sortKey(b)))
    .map((rule) => (rule.verbs.includes('*') ? { ...rule, verbs: ['*'] } : rule));
}

function mergeBy(rules: readonly PolicyRule[], part: Part): PolicyRule[] {
  const groups = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const key = JSON.stringify({ ...rule, [part]: [] });
    const known = groups.get(key);
    groups.set(key, known ? sorted({ ...known, [part]: [...known[part], ...rule[part]] }) : rule);
  }
  return [...groups.values()];
}

function sorted(rule: PolicyRule): PolicyRule {
  const order = (words: readonly string[]): string[] => [...new Set(words)].sort(compareText);
  return {
    apiGroups: order(rule.apiGroups),
    nonResourceURLs: order(rule.nonResourceURLs),
    resourceNames: order(rule.resourceNames),
    resources: order(rule.resources),
    verbs: order(rule.verbs),
  };
}

/** The order of controller-gen, so that a migration causes no changes. */
function sortKey({ apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string {
  return [apiGroups, resources, resourceNames, nonResourceURLs]
    .map((words) => words.join('&'))
    .join(' + ');
}
