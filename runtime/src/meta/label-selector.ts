import type { DeepReadonly } from './deep-readonly.js';
import { LabelRequirement, SelectorError } from './label-requirement.js';
import { parseRequirements } from './label-selector-parser.js';
import type { LabelSelector, LabelSelectorRequirement } from './types.js';

type Labels = Readonly<Record<string, string>>;

/** A query over labels: all requirements must be met, so an empty one matches everything. */
export class LabelRequirements {
  /** Sorted by key. */
  readonly requirements: readonly LabelRequirement[];

  constructor(requirements: readonly LabelRequirement[]) {
    this.requirements = requirements.toSorted(byKey);
  }

  /** Returns whether labels satisfy all requirements. Undefined means no labels. */
  matches(labels: Labels | undefined): boolean {
    return this.requirements.every((requirement) => requirement.matches(labels ?? NO_LABELS));
  }

  /**
   * The query in the format of the API's parameter `labelSelector`. Empty if it matches everything.
   */
  toString(): string {
    return this.requirements.join(',');
  }
}

const NO_LABELS: Labels = {};

/**
 * Parses a label selector such as `app=web,tier in (a,b),!old` (apimachinery's `labels.Parse`).
 * Throws a {@link SelectorError} with apimachinery's message if the text is not a label selector.
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
 * Converts a LabelSelector object (`metav1.LabelSelectorAsSelector`). An empty one matches
 * everything; the caller defines the meaning of an absent one. Throws a {@link SelectorError} if it
 * is invalid.
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
