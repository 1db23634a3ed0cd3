import type { CustomResourceDefinition } from '../definition/custom-resource-definition.js';
import { type JSONSchemaProps, someSchema } from '@vmgen/base/schema';
import { isKnownStringFormat, STRING_FORMATS } from '../value/string-formats.js';

/** Warnings for the formats in a CRD that the API server does not enforce. */
export function unrecognizedFormats({ spec }: CustomResourceDefinition): string[] {
  const found = new Set<string>();
  const collect = (schema: JSONSchemaProps): false => {
    const { format } = schema;
    if (format && !isRecognizedFormat(format, schema.type)) found.add(format);
    return false;
  };
  for (const { schema } of spec.versions) someSchema(schema?.openAPIV3Schema, collect);
  return [...found];
}

/** The formats that the API server enforces for a type. Without a type, those of strings. */
export function recognizedFormats(type = ''): readonly string[] {
  switch (type) {
    case '':
    case 'string':
      return STRING_FORMATS;
    case 'integer':
      return ['int32', 'int64'];
    case 'number':
      return ['float', 'double'];
    default:
      return [];
  }
}

/** Whether the API server enforces a format for a type. Ignores dashes. */
export function isRecognizedFormat(format: string, type = ''): boolean {
  if (type === '' || type === 'string') return isKnownStringFormat(format);
  return recognizedFormats(type).includes(format);
}
