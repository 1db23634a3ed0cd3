import { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { TypeId, TypeTable } from '../types/type.js';
import { SchemaBuilder, type SchemaOptions } from './build-schema.js';
import type { Schema } from '../schema/schema.js';

/** The schemas of a run's kinds. */
export interface KindSchemas {
  /** Undefined if a CRD cannot represent the kind and CRDs are not requested. */
  ofServed(id: TypeId): Schema | undefined;
  /** Evaluates all types of a kind without a CRD, so that invalid ones are reported; no schema is built. */
  visit(id: TypeId): void;
}

/** The purpose of the schemas. */
export interface SchemaSettings extends SchemaOptions {
  /** Types that no CRD can represent are refused; otherwise such a kind has no schema. */
  readonly wantsCrds: boolean;
}

/** The schemas of kinds, each built on first use. */
export function kindSchemas(
  types: TypeTable,
  diagnostics: DiagnosticList,
  settings: SchemaSettings,
): KindSchemas {
  const reporting = new SchemaBuilder(types, diagnostics, settings);
  const silent = new SchemaBuilder(types, new DiagnosticList(), settings);
  // A builder reports each type once; only a builder per kind can attribute errors to a kind.
  const acceptable = (id: TypeId): Schema | undefined => {
    const own = new DiagnosticList();
    const schema = new SchemaBuilder(types, own, settings).kind(id);
    return own.refuses() ? undefined : schema;
  };
  return {
    ofServed: (id) => (settings.wantsCrds ? reporting.kind(id) : acceptable(id)),
    visit: (id) => void silent.kind(id),
  };
}
