import type { BoundKeyword } from '@vmgen/cel/internal';

/** A validation error, as apimachinery's `field.Error` (util/validation/field/errors.go). */
export interface FieldError {
  /** The type of the error, which is the reason of the cause in the API's Status. */
  readonly type:
    | 'FieldValueNotFound'
    | 'FieldValueRequired'
    | 'FieldValueDuplicate'
    | 'FieldValueInvalid'
    | 'FieldValueNotSupported'
    | 'FieldValueForbidden'
    | 'FieldValueTooLong'
    | 'FieldValueTooMany'
    | 'InternalError'
    | 'FieldValueTypeInvalid';
  /** The path of the field: `spec.versions[0].name`. `<nil>` for the whole object. */
  readonly field: string;
  /** The API server's message without the path: `Required value: must be set`. */
  readonly message: string;
  /** The end of the message, without the error type and the value: `must be set`. */
  readonly detail?: string;
  /** For rules that are too expensive: the missing bounds that cause the cost. */
  readonly missingBounds?: readonly MissingBound[];
}

/** A schema of lists, maps or strings without a bound. */
export interface MissingBound {
  /** The path of the schema: `spec.validation.openAPIV3Schema.properties[spec]`. */
  readonly path: string;
  /** The keyword that would bound the size. */
  readonly keyword: BoundKeyword;
}
