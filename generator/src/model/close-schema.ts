import type { Fix, SourcePosition } from '../diagnostics/diagnostic.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { invalidSchema, mapParts, type Schema } from '../schema/schema.js';

/** Refuses types that are still ambiguous after all markers have been applied; each schema once. */
export class SchemaCloser {
  readonly #diagnostics: DiagnosticList;
  readonly #closed = new WeakMap<Schema, Schema>();

  constructor(diagnostics: DiagnosticList) {
    this.#diagnostics = diagnostics;
  }

  /** The schema with an invalid schema in place of each refused one. */
  close(schema: Schema): Schema {
    const known = this.#closed.get(schema);
    const closed = known ?? this.#closeFirst(schema);
    if (!known) this.#closed.set(schema, closed);
    return closed;
  }

  #closeFirst(schema: Schema): Schema {
    if (schema.kind === 'number' && schema.isOpen) {
      this.#diagnostics.error(
        'VMGEN4006',
        schema.position,
        'number does not specify the kind of number',
        'use Int32, Int64 or Float of @vmgen/runtime, or +kubebuilder:validation:Type=integer',
        { choices: ['Int32', 'Int64', 'Float'].map((text) => numberFix(schema.position, text)) },
      );
      return invalidSchema(schema.position);
    }
    if (isUndeclared(schema)) {
      this.#diagnostics.error(
        'VMGEN4007',
        schema.position,
        'the type does not describe its values',
        'use JSONValue or RawExtension of @vmgen/runtime, or +kubebuilder:validation:Schemaless',
      );
      return invalidSchema(schema.position);
    }
    if (schema.kind === 'object' && schema.isIndexed === true && !keepsUnknown(schema)) {
      this.#diagnostics.error(
        'VMGEN4202',
        schema.position,
        'the index signature allows fields that the API server drops',
        'add +kubebuilder:pruning:PreserveUnknownFields, or remove the index signature',
      );
      return invalidSchema(schema.position);
    }
    return mapParts(schema, (part) => this.close(part));
  }
}

const numberFix = (position: SourcePosition, text: string): Fix => ({
  how: 'rename',
  position,
  old: 'number',
  text,
  isOfRuntime: true,
});

/** Whether the type does not describe its values, and no marker allows that. */
function isUndeclared(schema: Schema): boolean {
  if (schema.kind === 'opaque') return schema.isOpen;
  return schema.kind === 'object' && schema.isOpen === true && !keepsUnknown(schema);
}

const keepsUnknown = ({ keywords, unknown = [] }: Schema): boolean =>
  keywords['x-kubernetes-preserve-unknown-fields'] === true ||
  unknown.some((name) => /preserveUnknownFields$/i.test(name));
