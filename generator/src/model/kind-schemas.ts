import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { oncePer, reported } from '../diagnostics/reported.js';
import type { NamedType, TypeId, TypeTable } from '../types/type.js';
import { SchemaBuilder, type SchemaOptions, type SoundSchemas } from './build-schema.js';
import type { Schema } from '../schema/schema.js';

/** Returns the schema of a kind; undefined if a CRD cannot represent the kind and CRDs are not requested. */
export type SchemaOfKind = (kind: NamedType, diagnostics: DiagnosticList) => Schema | undefined;

/** The purpose of the schemas. */
export interface SchemaSettings extends SchemaOptions {
  /** Types that no CRD can represent are refused; otherwise such a kind has no schema. */
  readonly wantsCrds: boolean;
}

/** The schemas of kinds, each built on first use. */
export function kindSchemas(
  tableOf: (id: TypeId) => TypeTable | undefined,
  settings: SchemaSettings,
): SchemaOfKind {
  const sound: SoundSchemas = new WeakMap();
  return oncePer((kind, diagnostics) => {
    const types = tableOf(kind.id);
    if (!types) throw new Error(`the type ${kind.id} was never declared`);
    const { value, reports } = reported((own) =>
      new SchemaBuilder({ types, tableOf, sound }, own, settings).kind(kind.id),
    );
    if (!settings.wantsCrds) return reports.refuses() ? undefined : value;
    diagnostics.include(reports);
    return value;
  });
}
