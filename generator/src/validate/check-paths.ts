import type { FindingList } from '../findings/finding-list.js';
import type { MarkerUse } from '../markers/definition.js';
import { printColumnMarker, scaleMarker } from '../markers/definitions/resource.js';
import { nearest } from '../markers/nearest.js';
import { textOf } from '../markers/text-of.js';
import type { Resource } from '../model/model.js';
import type { Schema } from '../schema/schema.js';

/** Names between dots; what has filters or wildcards is for the API server. */
const PLAIN = /^(?:\.[A-Za-z_][\w-]*)+$/;

/** Doubts paths of columns and of the scale subresource that lead to no field of the kind. */
export function checkPaths({ type, schema }: Resource, findings: FindingList): void {
  for (const use of type.markers) {
    for (const [argument, value] of pathsOf(use)) {
      const path = textOf(value);
      const missing = PLAIN.test(path) ? missingField(path.slice(1).split('.'), schema) : undefined;
      if (missing === undefined) continue;
      const { name, owner, suggestion } = missing;
      findings.warning(
        'VMGEN3306',
        use.position,
        `${argument} ${path} leads to nothing: ${owner} has no field ${name}`,
        suggestion === undefined ? 'name a field of the type' : `did you mean ${suggestion}?`,
      );
    }
  }
}

function pathsOf({ definition, values }: MarkerUse): [string, MarkerUse['values'][string]][] {
  if (definition !== printColumnMarker && definition !== scaleMarker) return [];
  return Object.entries(values).filter(([name]) => /path$/i.test(name));
}

interface MissingField {
  readonly name: string;
  /** Such as `.spec`. */
  readonly owner: string;
  readonly suggestion: string | undefined;
}

/** The first name on the way that the schema does not have; undefined where it cannot be told. */
function missingField(names: readonly string[], root: Schema): MissingField | undefined {
  let schema = root;
  for (const [index, name] of names.entries()) {
    if (schema.kind !== 'object' || isOpen(schema)) return undefined;
    const property = schema.properties.find((each) => each.name === name);
    if (!property) {
      const known = schema.properties.map((each) => each.name);
      const owner = index === 0 ? 'the kind' : `.${names.slice(0, index).join('.')}`;
      return { name, owner, suggestion: nearest(name, known) };
    }
    schema = property.schema;
  }
  return undefined;
}

/** Metadata has no fields in the schema, and what keeps all fields may have any. */
const isOpen = ({ properties, keywords }: Extract<Schema, { kind: 'object' }>): boolean =>
  properties.length === 0 ||
  keywords['x-kubernetes-preserve-unknown-fields'] === true ||
  keywords['x-kubernetes-embedded-resource'] === true;
