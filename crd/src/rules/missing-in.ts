import type { MissingBound } from '../field/field-error.js';
import { child, key } from '../field/field-path.js';
import { type JSONSchemaProps, itemSchema, ownProperty, valueSchema } from '@vmgen/base/schema';
import { type Checked, missingBounds, type DeclType, unescapeFieldName } from '@vmgen/cel/internal';

/** The sub-schemas without a bound that make an expression expensive. */
export function missingIn(
  checked: Checked,
  decl: DeclType,
  { schema, path }: { readonly schema: JSONSchemaProps; readonly path: string },
): MissingBound[] {
  return missingBounds(checked, decl).flatMap(({ steps, keyword }) => {
    const at = pathOf(steps, schema, path);
    return at === undefined ? [] : [{ path: at, keyword }];
  });
}

/** Undefined for values that the schema does not contain, such as the name of a resource. */
function pathOf(
  [step, ...rest]: readonly string[],
  schema: JSONSchemaProps,
  path: string,
): string | undefined {
  if (step === undefined) return path;
  const below = partAt(step, schema, path);
  return below.schema && pathOf(rest, below.schema, below.path);
}

function partAt(step: string, schema: JSONSchemaProps, path: string) {
  switch (step) {
    case '@items':
      return { schema: itemSchema(schema), path: child(path, 'items') };
    case '@values':
      return { schema: valueSchema(schema), path: child(path, 'additionalProperties') };
    default: {
      const name = unescapeFieldName(step) ?? step;
      return { schema: ownProperty(schema, name), path: key(child(path, 'properties'), name) };
    }
  }
}
