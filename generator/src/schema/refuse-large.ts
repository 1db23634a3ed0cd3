import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { partsOf, type Schema } from './schema.js';
import { SchemaSizes } from './schema-size.js';

/** What etcd takes in one request, which a CRD is kept by, in bytes. */
export const ETCD_LIMIT = 1.5 * 1024 * 1024;

/** No schema of a CRD takes less than `"a":{"type":"string"},`. */
const LEAST_BYTES = 22;

/** A version of a kind with its schema. */
interface SizedVersion {
  readonly version: string;
  readonly schema: Schema;
}

/** Whether a schema is larger than etcd can keep, whatever is left out of its descriptions. */
export function isBeyondEtcd(schema: Schema, sizes: SchemaSizes): boolean {
  return sizes.nodes(schema) * LEAST_BYTES > ETCD_LIMIT;
}

/** Refuses a CRD that no API server can keep, and says what makes it so large. */
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
  const most = parts.length === 0 ? 'no field stands out' : `of that ${parts.join(', ')}`;
  diagnostics.error(
    'VMGEN6103',
    position,
    `the CRD of ${kind} takes ${shown(bytes)} as JSON, ${most}; etcd keeps at most ${shown(ETCD_LIMIT)}`,
    'give a kind of its own to what is large, or let it say less: RawExtension, or +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
  );
}

/** Something in a CRD and its size in bytes. */
interface LargePart {
  readonly name: string;
  readonly size: number;
}

/** How many fields are named, and the part of the whole that makes something worth it. */
const NAMED = 3;
const WORTH = 0.1;

/** Down to where no single field is what makes it large: the largest fields of that object. */
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
