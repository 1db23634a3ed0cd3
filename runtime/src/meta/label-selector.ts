import type { DeepReadonly } from './deep-readonly.js';
import { LabelRequirement, SelectorError } from './label-requirement.js';
import { parseRequirements } from './label-selector-parser.js';
import type { LabelSelector, LabelSelectorRequirement } from './types.js';

type Labels = Readonly<Record<string, string>>;

/** A query over labels: all its requirements must hold, so that an empty one matches everything. */
export class LabelRequirements {
  /** Sorted by key. */
  readonly requirements: readonly LabelRequirement[];

  constructor(requirements: readonly LabelRequirement[]) {
    this.requirements = requirements.toSorted(byKey);
  }

  matches(labels: Labels | undefined): boolean {
    return this.requirements.every((requirement) => requirement.matches(labels ?? NO_LABELS));
  }

  /** The query as the API's `labelSelector` parameter takes it; empty for everything. */
  toString(): string {
    return this.requirements.join(',');
  }
}

const NO_LABELS: Labels = {};

/**
 * The selector that a text such as `app=web,tier in (a,b),!old` names (apimachinery's
 * `labels.Parse`); throws a {@link SelectorError} in its words.
 */
export function parseLabelSelector(text: string): LabelRequirements {
  return new LabelRequirements(parseRequirements(text));
}

const OPERATORS = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
} as const;

/**
 * The selector of a LabelSelector object (`metav1.LabelSelectorAsSelector`). An empty one matches
 * everything; what an absent one means is for the caller to say. Throws a {@link SelectorError}.
 */
export function labelSelectorFrom(selector: DeepReadonly<LabelSelector>): LabelRequirements {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return new LabelRequirements([
    ...Object.entries(matchLabels).map(([key, value]) => new LabelRequirement(key, '=', [value])),
    ...matchExpressions.map(fromExpression),
  ]);
}

function fromExpression(expression: DeepReadonly<LabelSelectorRequirement>): LabelRequirement {
  const { key, operator, values = [] } = expression;
  if (!Object.hasOwn(OPERATORS, operator)) {
    throw new SelectorError(`"${operator}" is not a valid label selector operator`);
  }
  return new LabelRequirement(key, OPERATORS[operator], values);
}

function byKey(a: LabelRequirement, b: LabelRequirement): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
