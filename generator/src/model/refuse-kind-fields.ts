import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { rawSchemaMarker } from '../markers/definitions/raw-schema.js';
import type { NamedType, TypeTable } from '../types/type.js';
import { fieldsOf } from '../types/fields-of.js';

/** The fields that the API server validates in every object. */
const STANDARD: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/** Reports markers on the standard fields of a kind that neither clients nor the CRD could represent. */
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
