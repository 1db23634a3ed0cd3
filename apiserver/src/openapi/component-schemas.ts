import { appendAll, type JsonObject, type JsonValue, isJsonObject } from '@vmgen/crd/internal/json';
import { readFileSync } from 'node:fs';

/** Schemas by component name, such as `io.k8s.api.core.v1.Namespace`. */
export type ComponentSchemas = { readonly [name: string]: JsonObject };

const REFERENCE = '#/components/schemas/';

/**
 * The schemas of the built-in kinds and of meta/v1, as kube-apiserver publishes them but without
 * descriptions (hack/record.sh). Read when the first client asks, which most never do.
 */
export function loadBuiltInSchemas(): ComponentSchemas {
  const file = new URL('../../data/openapi-schemas.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as ComponentSchemas;
}

export function referenceTo(name: string): { $ref: string } {
  return { $ref: REFERENCE + name };
}

/** The named schemas and all that they refer to, by name. */
export function withReferences(
  names: readonly string[],
  known: ComponentSchemas,
): { [name: string]: JsonObject } {
  const found = new Map<string, JsonObject>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const schema = known[name];
    if (schema === undefined || found.has(name)) continue;
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

/** The component that describes a built-in kind. */
export function componentOfKind(
  known: ComponentSchemas,
  kind: { readonly group: string; readonly version: string; readonly kind: string },
): string | undefined {
  return Object.keys(known).find((name) => {
    const kinds = known[name]?.['x-kubernetes-group-version-kind'];
    return (
      Array.isArray(kinds) &&
      kinds
        .filter(isJsonObject)
        .some(
          (candidate) =>
            candidate['group'] === kind.group &&
            candidate['version'] === kind.version &&
            candidate['kind'] === kind.kind,
        )
    );
  });
}
