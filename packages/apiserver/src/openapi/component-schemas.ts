import { appendAll, type JsonObject, type JsonValue, isJsonObject } from '@vmgen/base/json';

/** Finds a schema by its component name, such as `io.k8s.api.core.v1.Namespace`. */
type ComponentLookup = (name: string) => JsonObject | undefined;

const REFERENCE = '#/components/schemas/';

export function referenceTo(name: string): { $ref: string } {
  return { $ref: REFERENCE + name };
}

/** Returns the named schemas and all that they refer to, by name. */
export function withReferences(
  names: readonly string[],
  known: ComponentLookup,
): { [name: string]: JsonObject } {
  const found = new Map<string, JsonObject>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    const schema = known(name);
    if (schema === undefined) continue;
    found.set(name, schema);
    appendAll(pending, referencesIn(schema));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function referencesIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string'
      ? [inner.slice(REFERENCE.length)]
      : referencesIn(inner),
  );
}
