import type { CustomResourceDefinition } from '../custom-resource-definition.js';
import type { JSONSchemaProps } from '../json-schema-props.js';
import { someSchema } from '../sub-schemas.js';
import { isKnownStringFormat } from '../value/string-formats.js';

/** The formats in a CRD that the API server does not enforce; it warns of them. */
export function unrecognizedFormats({ spec }: CustomResourceDefinition): string[] {
  const found = new Set<string>();
  const collect = (schema: JSONSchemaProps): false => {
    const { format } = schema;
    if (format && !isRecognized(format, schema.type)) found.add(format);
    return false;
  };
  for (const { schema } of spec.versions) someSchema(schema?.openAPIV3Schema, collect);
  return [...found];
}

function isRecognized(format: string, type = ''): boolean {
  switch (type) {
    case '':
    case 'string':
      return isKnownStringFormat(format);
    case 'integer':
      return format === 'int32' || format === 'int64';
    case 'number':
      return format === 'float' || format === 'double';
    default:
      return false;
  }
}
