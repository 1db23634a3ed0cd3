import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { BuiltCrd } from '../model/build-crd.js';
import { partsOf, type Schema } from '../schema/schema.js';

/** More paths of a kind are not offered. */
const MOST_PATHS = 200;
const LONGEST_PATH = 4;

/**
 * The values of a marker that come from the schema of the declaration below it: the fields of the items for a
 * listMapKey, and paths for a JSONPath. Empty for other markers.
 *
 * @param text the line up to the cursor
 */
export function schemaValues(
  text: string,
  marker: Pick<SourcePosition, 'file' | 'line'>,
  crds: readonly BuiltCrd[],
): readonly string[] {
  const resources = crds.flatMap(({ resource }) => resource.versions.map((each) => each.resource));
  if (/\+(?:k8s:)?listMapKey=[^\s]*$/.test(text)) {
    const fields = resources.flatMap(({ schema }) => fieldsIn(schema, new Set()));
    const list = firstBelow(marker, fields)?.schema;
    const items = list?.kind === 'array' ? list.items : undefined;
    return items?.kind === 'object' ? items.properties.map(({ name }) => name) : [];
  }
  if (/\+kubebuilder:(?:printcolumn|selectablefield):.*\bJSONPath=[^"`,]*$/.test(text)) {
    const kinds = resources.map(({ schema, type }) => ({ schema, position: type.position }));
    const kind = firstBelow(marker, kinds);
    const metadata = ['.metadata.name', '.metadata.creationTimestamp'];
    return kind ? [...pathsIn(kind.schema, []), ...metadata].slice(0, MOST_PATHS) : [];
  }
  return [];
}

interface Declared {
  readonly schema: Schema;
  readonly position: SourcePosition;
}

function firstBelow(
  { file, line }: Pick<SourcePosition, 'file' | 'line'>,
  all: readonly Declared[],
): Declared | undefined {
  const below = all.filter(({ position }) => position.file === file && position.line > line);
  return below.sort((a, b) => a.position.line - b.position.line)[0];
}

/** The fields of a schema and of its parts, each schema once. */
function fieldsIn(schema: Schema, visited: Set<Schema>): Declared[] {
  if (visited.has(schema)) return [];
  visited.add(schema);
  const own = schema.kind === 'object' ? schema.properties : [];
  return [...own, ...partsOf(schema).flatMap((part) => fieldsIn(part.schema, visited))];
}

/** The paths of values without parts; the path to items depends on what the user looks for. */
function pathsIn(schema: Schema, names: readonly string[]): string[] {
  if (schema.kind !== 'object') return [`.${names.join('.')}`];
  if (names.length === LONGEST_PATH) return [];
  return schema.properties
    .filter(
      ({ name, schema: { kind } }) => /^\w+$/.test(name) && kind !== 'map' && kind !== 'array',
    )
    .filter(({ name }) => names.length > 0 || name === 'spec' || name === 'status')
    .flatMap(({ name, schema: part }) => pathsIn(part, [...names, name]));
}
