import { type LabelRequirements, labelSelectorFrom } from '@vmgen/runtime/meta';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/**
 * Parses a LabelSelector, or the plain labels of a ReplicationController. The decoder has accepted
 * it.
 */
export function selectorIn(value: JsonValue | undefined): LabelRequirements | undefined {
  if (!isJsonObject(value)) return undefined;
  const { matchLabels, matchExpressions } = value;
  const isTyped = matchLabels !== undefined || matchExpressions !== undefined;
  return labelSelectorFrom({
    matchLabels: textsOf(isTyped ? matchLabels : value),
    matchExpressions: Array.isArray(matchExpressions)
      ? matchExpressions.filter(isJsonObject).flatMap(requirementOf)
      : [],
  });
}

/** Whether a selector matches labels. An empty selector matches everything. */
export const selects = (selector: JsonObject, labels: Readonly<Record<string, string>>): boolean =>
  selectorIn(selector)?.matches(labels) === true;

function requirementOf({ key, operator, values }: JsonObject) {
  const known = OPERATORS.find((name) => name === operator);
  if (known === undefined || typeof key !== 'string') return [];
  const texts = Array.isArray(values) ? values.filter((item) => typeof item === 'string') : [];
  return [{ key, operator: known, values: texts }];
}

function textsOf(value: JsonValue | undefined): Record<string, string> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
