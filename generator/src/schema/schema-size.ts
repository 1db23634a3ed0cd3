import { partsOf, type Schema } from './schema.js';

/**
 * Computes the size of schemas as JSON. A type that is used twice is one schema here and two in a CRD: sizes
 * are cached, so that a schema of 2^40 fields is measured in as many steps as it has types.
 */
export class SchemaSizes {
  readonly #nodes = new WeakMap<Schema, number>();
  readonly #bytes = new WeakMap<Schema, number>();

  /** The number of schemas in a schema, including itself. */
  nodes(schema: Schema): number {
    return remembered(this.#nodes, schema, () =>
      partsOf(schema).reduce((sum, child) => sum + this.nodes(child.schema), 1),
    );
  }

  /** Bytes of JSON, descriptions not counted. */
  bytes(schema: Schema): number {
    return remembered(this.#bytes, schema, () =>
      partsOf(schema).reduce(
        (sum, { name, schema: child }) => sum + name.length + 4 + this.bytes(child),
        ownBytes(schema),
      ),
    );
  }
}

function ownBytes({ kind, keywords }: Schema): number {
  const text = JSON.stringify(
    { type: kind, ...keywords, description: undefined },
    (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each),
  );
  return text.length;
}

function remembered(known: WeakMap<Schema, number>, schema: Schema, count: () => number): number {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const counted = count();
  known.set(schema, counted);
  return counted;
}
