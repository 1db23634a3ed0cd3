import { STANDARD_FIELDS } from '../schema/known-schemas.js';
import { kindMarkersOf } from '../markers/kind-markers.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { describeType } from '../types/describe-type.js';
import { extendsTypeMeta } from './kinds.js';
import { RUNTIME_MODULE } from '../syntax/runtime-types.js';
import { type Field, type NamedType, shapeOf, type Type, type TypeTable } from '../types/type.js';
import { fieldsOf } from '../types/fields-of.js';
import { rawSchemaMarker } from '../markers/definitions/raw-schema.js';

/** Reports a type that looks like a kind or a list but is not; returns whether it does. */
export function refuseWrongMeta(
  named: NamedType,
  types: TypeTable,
  diagnostics: DiagnosticList,
): boolean {
  const shape = shapeOf(named.type, types);
  // An alias has no fields of its own.
  if (shape?.kind !== 'object' || named.type.kind !== 'object') return false;
  const fields = fieldsOf(shape, types);
  const has = (name: string): boolean => fields.some((field) => field.name === name);
  const metadata = fields.find(({ name }) => name === 'metadata');
  const [what, meta] = has('items') ? ['list of kinds', 'ListMeta'] : ['kind', 'ObjectMeta'];
  const shadow = shape.bases.find((base) => nameOf(base, types) === 'TypeMeta');
  const isTyped = extendsTypeMeta(shape, types);
  const remedy = (name: string): string => `use ${name} of ${RUNTIME_MODULE}`;
  if (!isTyped && shadow && metadata && !(has('apiVersion') && has('kind'))) {
    const message = `${named.name} is not a ${what}: the TypeMeta that it extends ${whose(shadow, types)} and has no apiVersion and kind`;
    diagnostics.error('VMGEN2011', named.position, message, remedy('TypeMeta'));
    return true;
  }
  if (!isTyped && !(has('apiVersion') && has('kind'))) return false;
  if (!metadata) {
    if (!has('spec')) return false;
    const message = `${named.name} is not a kind: it has no metadata`;
    const edit = 'add metadata: ObjectMeta';
    // Otherwise the generated code of the kind, and its CRD, would be removed.
    if (kindMarkersOf(named.markers)) diagnostics.error('VMGEN2011', named.position, message, edit);
    else diagnostics.warning('VMGEN2011', named.position, message, edit);
    return true;
  }
  if (isMeta(metadata, types)) return false;
  const message = `${named.name} is not a ${what}: its metadata ${whose(metadata.type, types)}, not ${meta} of ${RUNTIME_MODULE}`;
  const { position } = metadata;
  const edit = nameOf(metadata.type, types) === meta ? remedy(meta) : `write metadata: ${meta}`;
  // A type that only looks like a kind may be a part of one.
  if (isTyped || shadow) diagnostics.error('VMGEN2011', position, message, edit);
  else diagnostics.warning('VMGEN2011', position, message, edit);
  return true;
}

/** The content of a rejected type is unknown. */
function isMeta({ type }: Field, types: TypeTable): boolean {
  const shape = shapeOf(type, types);
  if (shape?.kind === 'invalid') return true;
  return shape?.kind === 'runtime' && (shape.name === 'ObjectMeta' || shape.name === 'ListMeta');
}

/** The name that a declared type has where it is declared. */
const nameOf = (type: Type, types: TypeTable): string | undefined =>
  type.kind === 'named' ? types.get(type.id)?.name : undefined;

/** `is X of example/v1/types.ts:3`, or `is { name: string }` for a type without a name. */
function whose(type: Type, types: TypeTable): string {
  const named = type.kind === 'named' ? types.get(type.id) : undefined;
  if (!named) return `is ${describeType(type, types)}`;
  return `is ${named.name} of ${named.position.file}:${named.position.line}`;
}

/** Reports markers on the standard fields of a kind that neither clients nor the CRD could represent. */
export function refuseKindFields(
  kind: NamedType,
  types: TypeTable,
  diagnostics: DiagnosticList,
): void {
  for (const field of fieldsOf(kind.type, types)) {
    if (!STANDARD_FIELDS.includes(field.name)) continue;
    if (field.name === 'metadata' && field.optional) {
      diagnostics.error(
        'VMGEN2007',
        field.position,
        `the metadata of ${kind.name} is optional, but every object has metadata`,
        'write metadata:',
        { fix: { how: 'make-required', position: field.position } },
      );
    }
    for (const { definition, position } of field.markers) {
      // Raw JSON is copied to the CRD without interpretation.
      if (definition.effect === undefined || definition === rawSchemaMarker) continue;
      diagnostics.error(
        'VMGEN2008',
        position,
        `+${definition.name} has no effect on ${field.name}, which the API server validates`,
        field.name === 'metadata'
          ? `write a rule on ${kind.name}, which can read self.metadata.name and generateName`
          : 'remove it',
      );
    }
  }
}
