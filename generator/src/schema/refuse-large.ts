import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { partsOf, type Schema } from './schema.js';
import { SchemaSizes } from './schema-size.js';

/** The maximum size of a request to etcd, and therefore of a CRD, in bytes. */
export const ETCD_LIMIT = 1.5 * 1024 * 1024;

/** The size of the smallest schema, `"a":{"type":"string"},`. */
const LEAST_BYTES = 22;

/** A version of a kind with its schema. */
interface SizedVersion {
  readonly version: string;
  readonly schema: Schema;
}

/** Whether a schema without descriptions is larger than the limit of etcd. */
export function isBeyondEtcd(schema: Schema, sizes: SchemaSizes): boolean {
  return sizes.nodes(schema) * LEAST_BYTES > ETCD_LIMIT;
}

/** Reports a CRD that no API server can store, and the parts that make it large. */
export function refuseLarge(
  { kind, position }: { readonly kind: string; readonly position: SourcePosition },
  versions: readonly SizedVersion[],
  bytes: number,
  diagnostics: DiagnosticList,
  others: readonly LargePart[] = [],
): void {
  const sizes = new SchemaSizes();
  const fields = versions.flatMap(({ version, schema }) =>
    largestFields(schema, sizes).map(({ name, size }) => {
      return { name: versions.length > 1 ? `${name} of ${version}` : name, size };
    }),
  );
  const parts = [...fields, ...others]
    .filter(({ size }) => size > bytes * WORTH)
    .sort((a, b) => b.size - a.size)
    .map(({ name, size }) => `${name} ${shown(size)}`);
  const most =
    parts.length === 0 ? 'no field is much larger than the others' : `of that ${parts.join(', ')}`;
  diagnostics.error(
    'VMGEN6103',
    position,
    `the CRD of ${kind} has ${shown(bytes)} as JSON, ${most}; etcd stores at most ${shown(ETCD_LIMIT)}`,
    'move large parts to a separate kind, or use a less specific type: RawExtension, or +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
  );
}

/** A part of a CRD and its size in bytes. */
interface LargePart {
  readonly name: string;
  readonly size: number;
}

/** The number of fields to name, and the minimum fraction of the total size for a field to be named. */
const NAMED = 3;
const WORTH = 0.1;

/** Descends while a single field dominates the size; returns the largest fields of that object. */
function largestFields(root: Schema, sizes: SchemaSizes): LargePart[] {
  let [path, schema] = ['', root];
  for (;;) {
    const size = sizes.bytes(schema);
    const fields = partsOf(schema)
      .map((child) => ({ ...child, size: sizes.bytes(child.schema) }))
      .sort((a, b) => b.size - a.size);
    const [largest] = fields;
    if (largest && largest.size > size / 2 && partsOf(largest.schema).length > 0) {
      path = joined(path, largest.name);
      ({ schema } = largest);
      continue;
    }
    const named = fields.slice(0, NAMED).map(({ name, size: each }) => {
      return { name: joined(path, name), size: each };
    });
    return path === '' ? named : [{ name: path, size }, ...named];
  }
}

function joined(path: string, name: string): string {
  if (name === '[*]') return `${path}[*]`;
  return path === '' ? name : `${path}.${name}`;
}

/** `1.5 MiB`. */
function shown(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KiB`;
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes > 1e6 ? `${mebibytes.toExponential(1)} MiB` : `${mebibytes.toFixed(1)} MiB`;
}
