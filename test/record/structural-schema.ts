import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/crd/internal/json';

/** Components that the embedded server takes as they come, whatever is in them. */
const OPEN: Readonly<Record<string, JsonObject>> = {
  // Metadata is judged by itself.
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': { type: 'object' },
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps': {
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
  },
};

/** Keywords that say nothing of an object's form, or nothing that a structural schema may say. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'default',
  'x-kubernetes-group-version-kind',
  'x-kubernetes-patch-merge-key',
  'x-kubernetes-patch-strategy',
]);

/** A component as the schema of a CRD would say it: with what it refers to in its place. */
export function structuralSchema(
  name: string,
  components: Readonly<Record<string, JsonObject>>,
): JsonObject {
  const open = OPEN[name];
  if (open !== undefined) return open;
  const component = components[name];
  if (component === undefined) throw new Error(`there is no component ${name}`);
  return inlined(component, components) as JsonObject;
}

function inlined(value: JsonValue, components: Readonly<Record<string, JsonObject>>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => inlined(item, components));
  if (!isJsonObject(value)) return value;
  const { $ref: reference, allOf, ...rest } = value;
  // What is around a reference is a default, which is left out.
  if (typeof reference === 'string') {
    return structuralSchema(reference.slice('#/components/schemas/'.length), components);
  }
  if (Array.isArray(allOf) && allOf[0] !== undefined) return inlined(allOf[0], components);
  const entries = Object.entries(rest).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inlined(inner, components)]));
}
