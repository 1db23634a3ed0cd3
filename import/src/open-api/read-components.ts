import type { JSONSchemaProps } from '@vmgen/crd';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { SCHEMA_SHAPE } from '#generator/schema/schema-fields.js';
import { takeShape } from '#generator/schema/take-shape.js';
import type { GroupVersionKind } from './api-resource.js';
import { listAt, objectAt, textAt } from './json-fields.js';
import { parseSchemaName, type SchemaName } from './schema-names.js';

/** A schema under `components.schemas`. */
export interface Component extends SchemaName {
  /** Its whole name. */
  readonly name: string;
  readonly schema: JSONSchemaProps;
  /** The kinds with this schema; most schemas have none. */
  readonly kinds: readonly GroupVersionKind[];
}

/**
 * Collects the schemas of documents by name; a name has the same meaning in all documents.
 *
 * @param report receives problems with their place
 */
export function readComponents(
  documents: readonly JsonObject[],
  report: (path: string, problem: string) => void,
): Map<string, Component> {
  const components = new Map<string, Component>();
  for (const document of documents) {
    const schemas = objectAt(objectAt(document, 'components'), 'schemas');
    for (const [name, value] of Object.entries(schemas)) {
      if (components.has(name)) continue;
      const parsed = parseSchemaName(name);
      if (parsed === undefined) {
        report(name, 'does not contain a group and version, such as io.k8s.api.apps.v1.Deployment');
        continue;
      }
      const taken = takeShape(value, SCHEMA_SHAPE, name, report);
      if (!isSchema(taken)) continue;
      components.set(name, { ...parsed, name, schema: taken, kinds: kindsOf(value) });
    }
  }
  return components;
}

/** The result of {@link takeShape} for a schema is a schema. */
function isSchema(value: JsonValue | undefined): value is JsonObject & JSONSchemaProps {
  return value !== undefined;
}

function kindsOf(schema: JsonValue): GroupVersionKind[] {
  return listAt(schema, 'x-kubernetes-group-version-kind').map((each) => ({
    group: textAt(each, 'group'),
    version: textAt(each, 'version'),
    kind: textAt(each, 'kind'),
  }));
}
