import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { rawSchemaMarker } from '../markers/definitions/raw-schema.js';
import type { NamedType, TypeTable } from '../types/type.js';
import { fieldsOf } from '../types/fields-of.js';

/** What the API server checks by itself in every object. */
const STANDARD: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/** Refuses what a kind says of its standard fields and neither clients nor the CRD could keep. */
export function refuseKindFields(
  kind: NamedType,
  types: TypeTable,
  diagnostics: DiagnosticList,
): void {
  for (const field of fieldsOf(kind.type, types)) {
    if (!STANDARD.includes(field.name)) continue;
    if (field.name === 'metadata' && field.optional) {
      diagnostics.error(
        'VMGEN2007',
        field.position,
        `the metadata of ${kind.name} has a ?, but every object has metadata`,
        'write metadata:',
        { fix: { how: 'make-required', position: field.position } },
      );
    }
    for (const { definition, position } of field.markers) {
      // What stands there as JSON goes into the CRD, whatever the API server makes of it.
      if (definition.effect === undefined || definition === rawSchemaMarker) continue;
      diagnostics.error(
        'VMGEN2008',
        position,
        `+${definition.name} says nothing on ${field.name}, which the API server itself checks`,
        field.name === 'metadata'
          ? `write a rule on ${kind.name}: it sees self.metadata.name and generateName`
          : 'remove it',
      );
    }
  }
}
