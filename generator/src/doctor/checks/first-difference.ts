import { deepEqualJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { objectAt, textAt } from '../../text/json-fields.js';

/**
 * The path of the first difference between the specs of a generated and an installed CRD, such as
 * `spec.versions.0.schema`; undefined without one. What an API server or an operator sets is no difference.
 */
export const firstDifference = (generated: JsonObject, installed: JsonObject): string | undefined =>
  differing(specOf(generated), specOf(installed), 'spec');

/** The spec with the defaults of an API server, and without how its conversion webhook is called. */
function specOf(crd: JsonObject): JsonObject {
  const spec = objectAt(crd, 'spec');
  const names = objectAt(spec, 'names');
  const kind = textAt(names, 'kind');
  return {
    ...spec,
    names: { singular: kind.toLowerCase(), listKind: `${kind}List`, ...names },
    conversion: objectAt(spec, 'conversion')['strategy'] ?? 'None',
  };
}

function differing(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  path: string,
): string | undefined {
  if (one === undefined || other === undefined) return one === other ? undefined : path;
  if (deepEqualJson(one, other)) return undefined;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return path;
  }
  const members = (value: JsonObject | readonly JsonValue[]) =>
    new Map<string, JsonValue>(Object.entries(value));
  const [ours, theirs] = [members(one), members(other)];
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const found = differing(ours.get(key), theirs.get(key), `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return path;
}
