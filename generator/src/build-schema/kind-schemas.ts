import { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { TypeId, TypeTable } from '../types/type.js';
import { SchemaBuilder, type SchemaOptions } from './build-schema.js';
import type { Schema } from '../schema/schema.js';

/** The schemas of a run's kinds. */
export interface KindSchemas {
  /** Undefined where a CRD cannot say the kind, and nobody asked for CRDs. */
  ofServed(id: TypeId): Schema | undefined;
  /** Asks for all types in a kind without a CRD, so that wrong ones are found; a schema is none of its. */
  visit(id: TypeId): void;
}

/** What schemas are made for. */
export interface SchemaSettings extends SchemaOptions {
  /** What no CRD can say is refused; else such a kind is left without one. */
  readonly wantsCrds: boolean;
}

/** The schemas of kinds, each made when it is asked for. */
export function kindSchemas(
  types: TypeTable,
  diagnostics: DiagnosticList,
  settings: SchemaSettings,
): KindSchemas {
  const judged = new SchemaBuilder(types, diagnostics, settings);
  const unjudged = new SchemaBuilder(types, new DiagnosticList(), settings);
  // A builder tells of each type once: whether a kind is to blame, only one of its own can say.
  const acceptable = (id: TypeId): Schema | undefined => {
    const own = new DiagnosticList();
    const schema = new SchemaBuilder(types, own, settings).kind(id);
    return own.refuses(false) ? undefined : schema;
  };
  return {
    ofServed: (id) => (settings.wantsCrds ? judged.kind(id) : acceptable(id)),
    visit: (id) => void unjudged.kind(id),
  };
}
