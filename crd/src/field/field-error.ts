import type { BoundKeyword } from '@vmgen/cel/internal';

/**
 * Why a field was refused, as apimachinery's `field.Error` (util/validation/field/errors.go).
 * `type` is the reason of the Status cause.
 */
export interface FieldError {
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
  /** The field's path: `spec.versions[0].name`; `<nil>` for the whole object. */
  readonly field: string;
  /** What the API server says of it without the path: `Required value: must be set`. */
  readonly message: string;
  /** The end of the message alone, without kind and value: `must be set`. */
  readonly detail?: string;
  /** Of rules that are too expensive: the bounds for lack of which they are. */
  readonly missingBounds?: readonly MissingBound[];
}

/** A schema of lists, maps or strings that may be as large as a request. */
export interface MissingBound {
  /** The path of the schema: `spec.validation.openAPIV3Schema.properties[spec]`. */
  readonly path: string;
  readonly keyword: BoundKeyword;
}
