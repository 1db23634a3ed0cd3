import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/crd/internal/json';
import type { BuiltInStrategy } from './built-in-strategy.js';

/** Kinds with `spec.replicas` and a selector, which the scale subresource shows. */
export const SCALED: BuiltInStrategy = {
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    selectorOf: (object) => selectorText(isJsonObject(object['spec']) ? object['spec'] : {}),
  },
};

/** A selector as text (metav1.FormatLabelSelector). */
function selectorText({ selector }: JsonObject): string {
  if (!isJsonObject(selector)) return '';
  const { matchLabels, matchExpressions } = selector;
  const isTyped = matchLabels !== undefined || matchExpressions !== undefined;
  // A ReplicationController's selector is the labels themselves.
  const labels = isTyped ? matchLabels : selector;
  const equal = isJsonObject(labels)
    ? Object.entries(labels).map(([key, value]) => [key, `${key}=${text(value)}`] as const)
    : [];
  const expressions = Array.isArray(matchExpressions)
    ? matchExpressions
        .filter(isJsonObject)
        .map((item) => [text(item['key']), termOf(item)] as const)
    : [];
  return [...equal, ...expressions]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, term]) => term)
    .join(',');
}

function termOf(expression: JsonObject): string {
  const key = text(expression['key']);
  const values = Array.isArray(expression['values']) ? expression['values'].map(text).sort() : [];
  switch (expression['operator']) {
    case 'In':
      return `${key} in (${values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    default:
      return `!${key}`;
  }
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
