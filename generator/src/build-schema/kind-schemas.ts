import { FindingList } from '../findings/finding-list.js';
import type { TypeId, TypeTable } from '../types/type.js';
import { SchemaBuilder } from './build-schema.js';
import type { Schema } from '../schema/schema.js';

/** The schemas of a run's kinds. */
export interface KindSchemas {
  /** Undefined where a CRD cannot say the kind, and nobody asked for CRDs. */
  ofServed(id: TypeId): Schema | undefined;
  /** Asks for all types in a kind without a CRD, so that wrong ones are found; a schema is none of its. */
  visit(id: TypeId): void;
}

/** With `wantsCrds` what no CRD can say is refused; else such a kind is left without one. */
export function kindSchemas(
  types: TypeTable,
  findings: FindingList,
  wantsCrds: boolean,
): KindSchemas {
  const judged = new SchemaBuilder(types, findings);
  const unjudged = new SchemaBuilder(types, new FindingList());
  return {
    ofServed: (id) => (wantsCrds ? judged.kind(id) : acceptable(id, types)),
    visit: (id) => void unjudged.kind(id),
  };
}

/** A builder tells of each type once: whether a kind is to blame, only one of its own can say. */
function acceptable(id: TypeId, types: TypeTable): Schema | undefined {
  const findings = new FindingList();
  const schema = new SchemaBuilder(types, findings).kind(id);
  return findings.refuses(false) ? undefined : schema;
}
