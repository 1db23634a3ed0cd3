import {
  isJsonObject,
  mergePatch,
  parseJsonObject,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { webhookMarker } from '../markers/definitions/webhook.js';
import type { UseOf } from '../markers/language/definition.js';
import { inKeyOrder } from '../render/in-key-order.js';
import { nearest } from '../words/nearest.js';

/** The fields of an API object: objects with their fields, lists with the fields of an item. */
interface Fields {
  readonly [name: string]: Fields | 'value' | 'map';
}

const SELECTOR: Fields = {
  matchLabels: 'map',
  matchExpressions: { key: 'value', operator: 'value', values: 'value' },
};

/** The fields of MutatingWebhook and ValidatingWebhook; the marker sets the name. */
const WEBHOOK: Fields = {
  admissionReviewVersions: 'value',
  clientConfig: {
    caBundle: 'value',
    service: { name: 'value', namespace: 'value', path: 'value', port: 'value' },
    url: 'value',
  },
  failurePolicy: 'value',
  matchConditions: { name: 'value', expression: 'value' },
  matchPolicy: 'value',
  namespaceSelector: SELECTOR,
  objectSelector: SELECTOR,
  reinvocationPolicy: 'value',
  rules: {
    apiGroups: 'value',
    apiVersions: 'value',
    operations: 'value',
    resources: 'value',
    scope: 'value',
  },
  sideEffects: 'value',
  timeoutSeconds: 'value',
};

/**
 * Applies the patch of a marker to a webhook. Generated webhooks contain no lists that a strategic merge
 * patch would merge, so a JSON merge patch is equivalent.
 */
export function patchWebhook(
  webhook: JsonObject,
  use: UseOf<typeof webhookMarker>,
  diagnostics: DiagnosticList,
): JsonObject {
  if (use.values.patch === undefined) return webhook;
  const refuse = (message: string, remedy: string): JsonObject => {
    diagnostics.error('VMGEN8108', use.position, `+${use.definition.name}: ${message}`, remedy);
    return webhook;
  };
  const patch = parseJsonObject(use.values.patch);
  if (!patch)
    return refuse('the patch is not a JSON object', 'write it between backticks: `{"a": 1}`');
  const wrong = unknownField(patch, WEBHOOK, '');
  if (wrong) return refuse(`the patch ${wrong.message}`, wrong.remedy);
  return inKeyOrder(mergePatch(webhook, patch));
}

/** Field names must match exactly, because the API server drops unknown fields. */
function unknownField(
  value: JsonValue,
  fields: Fields,
  path: string,
): { message: string; remedy: string } | undefined {
  if (Array.isArray(value)) {
    return value.map((item) => unknownField(item, fields, path)).find(Boolean);
  }
  if (!isJsonObject(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (known === undefined) {
      const suggestion = nearest(name, Object.keys(fields));
      const list = `there are ${Object.keys(fields).join(', ')}`;
      return {
        message: `has ${path}${name}, which no webhook has`,
        remedy: suggestion === undefined ? list : `did you mean ${suggestion}?`,
      };
    }
    const wrong =
      typeof known === 'object' ? unknownField(inner, known, `${path}${name}.`) : undefined;
    if (wrong) return wrong;
  }
  return undefined;
}
