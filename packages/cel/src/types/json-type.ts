import {
  bytesType,
  doubleType,
  durationType,
  dynType,
  stringType,
  timestampType,
  type CelType,
  type DeclType,
} from './cel-type.js';
import { unescapeFieldName } from './escape-field-name.js';

const TEXTS: readonly (CelType | undefined)[] = [bytesType, durationType, timestampType];

/**
 * The type of values as admission policies see them: JSON, without the conversions of rules. Times, durations and
 * bytes are strings, and fields have their own names.
 *
 * @param numbers the type of numbers with a fraction, of which JSON stores whole ones as integers. Defaults to any type
 */
export function jsonTypeOf(decl: DeclType, numbers: CelType = dynType): DeclType {
  const { scalar, fields, element } = decl;
  if (TEXTS.includes(scalar)) return { ...decl, scalar: stringType };
  if (scalar === doubleType) return { ...decl, scalar: numbers };
  return {
    ...decl,
    ...(fields && {
      fields: new Map(
        [...fields].map(([name, field]) => [
          unescapeFieldName(name) ?? name,
          jsonTypeOf(field, numbers),
        ]),
      ),
    }),
    ...(element && { element: jsonTypeOf(element, numbers) }),
  };
}
