import type { CelValidator } from './rules/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { ScalePaths } from './definition/custom-resource-definition.js';
import type { FieldError } from './field/field-error.js';
import { invalid } from './field/field-errors.js';
import { type JSONSchemaProps, hasRules, ownProperty } from '@vmgen/base/schema';
import { compileDefaulter, Growth } from './object/default-object.js';
import {
  coerceEmbeddedResources,
  hasEmbeddedResources,
  validateEmbeddedResources,
} from './object/embedded-resources.js';
import { compileListCheck } from './object/list-types.js';
import { dropNulls, pruneValue } from './object/prune-object.js';
import { loadCel } from './rules/load-cel.js';
import { validateScaleSpec, validateScaleStatus } from './object/validate-scale.js';
import { compileValidator } from './value/compile-validator.js';
import { Correlation } from './value/correlation.js';
import { ValueErrors, type WorkCounter } from './value/value-errors.js';

/** Options for the validation of an object. */
export interface ValidateOptions {
  /**
   * The stored object that is replaced. Existing errors in unchanged values are then ignored
   * (ratcheting). If omitted, the object is new.
   */
  readonly oldObject?: JsonValue | undefined;
  /**
   * The subresource that is written. For `status`, the schema validates only the status, as the
   * real server does; rules are still evaluated for the whole object.
   */
  readonly subresource?: 'status' | undefined;
  /** The paths that the scale subresource reads. If defined, their values are validated too. */
  readonly scale?: ScalePaths | undefined;
  /**
   * Errors that the caller found in the metadata. After some kinds of errors, rules are not
   * evaluated.
   */
  readonly metadataErrors?: readonly FieldError[];
  /**
   * Called for each rule that an unchanged value already violated: `spec: Invalid value: must be
   * positive`.
   */
  readonly warn?: (text: string) => void;
  /**
   * Called with the number of checks since the last call. 5 million checks take about a second. May
   * throw to end the validation. By default, a validation throws a WorkLimitError after 5 million
   * checks.
   */
  readonly countWork?: ((checks: number) => void) | undefined;
}

/** A compiled structural schema, for any number of objects. */
export interface CompiledSchema {
  /** The schema that was compiled. */
  readonly props: JSONSchemaProps;
  /**
   * Sets default values, in place. A null counts as absent unless the field is nullable.
   *
   * @throws TooLargeError if the defaults would make the object too large to be stored
   */
  default(object: JsonObject): void;
  /**
   * Removes unknown fields and invalid nulls, in place. Keeps apiVersion, kind and metadata of the
   * root, and prunes the metadata of embedded resources.
   *
   * @param options.keepNulls keeps invalid nulls, for the validation to report. Defaults to false
   * @returns the paths of the unknown fields. The API's warning for each is `unknown field "PATH"`
   * @throws EmbeddedResourceError if an embedded resource has a type or metadata of the wrong type
   * (the API responds with 400)
   */
  prune(object: JsonObject, options?: { readonly keepNulls?: boolean }): string[];
  /**
   * Validates an object. Returns the errors with the API server's messages. Rules are skipped after
   * errors that could make them fail, such as type errors.
   */
  validate(object: JsonValue, options?: ValidateOptions): FieldError[];
}

/** Compiles a CRD's schema, which must be valid. */
export function compileSchema(props: JSONSchemaProps): CompiledSchema {
  const applyDefaults = compileDefaulter(props);
  const schemaErrors = compileSchemaErrors(props);
  const embeds = hasEmbeddedResources(props);
  const listErrors = compileListErrors(props);
  const ruleErrors = compileRuleErrors(props);

  return {
    props,
    default: (object) => applyDefaults?.(object, new Growth()),
    prune(object, { keepNulls = false } = {}) {
      const dropped: string[] = [];
      pruneValue(object, props, true, '', dropped);
      dropped.sort();
      if (!keepNulls) dropNulls(object, props);
      if (embeds) coerceEmbeddedResources(object, props, '', dropped);
      return dropped;
    },
    validate(object, options = {}) {
      const isStatus = options.subresource === 'status';
      const errors = [
        ...schemaErrors(object, options),
        ...(embeds && !isStatus ? validateEmbeddedResources(object, props, '') : []),
        ...listErrors(object, options.oldObject),
      ];
      if (ruleErrors === undefined) return errors;
      const known = [...(options.metadataErrors ?? []), ...errors];
      const isBlocked = known.some(({ type }) => BLOCKING.has(type));
      return [...errors, ...(isBlocked ? [notChecked] : ruleErrors(object, options))];
    },
  };
}

type ObjectCheck = (object: JsonValue, options: ValidateOptions) => FieldError[];

/** Compiles the check of the keywords of a schema, and of the values for the scale subresource. */
function compileSchemaErrors(props: JSONSchemaProps): ObjectCheck {
  const checkObject = compileSchemaCheck(props, '');
  const status = ownProperty(props, 'status');
  let checkStatus: SchemaCheck | undefined;
  return (object, { oldObject: old, subresource, scale, countWork }) => {
    const checks = countWork === undefined ? undefined : { spend: countWork };
    const whole = old === undefined ? undefined : new Correlation(object, old, props);
    const scaleErrors = validateScaleStatus(object, scale);
    if (subresource !== 'status') {
      const errors = checkObject(object, whole, checks);
      return [...errors, ...validateScaleSpec(object, scale), ...scaleErrors];
    }
    const value = isJsonObject(object) ? object['status'] : undefined;
    if (status === undefined || value === undefined) return scaleErrors;
    checkStatus ??= compileSchemaCheck(status, 'status');
    return [...checkStatus(value, whole?.field('status'), checks), ...scaleErrors];
  };
}

/** Compiles the check of the CEL rules of a schema; undefined if it has none. */
function compileRuleErrors(props: JSONSchemaProps): ObjectCheck | undefined {
  if (!hasRules(props)) return undefined;
  let rules: CelValidator | undefined;
  return (object, { oldObject, warn }) => {
    // Compiled for the first object, because many schemas are never used.
    rules ??= loadCel().compileCel(props);
    const correlation =
      oldObject === undefined ? undefined : new Correlation(object, oldObject, props);
    const { errors, warnings } = rules.validate({ object, oldObject, correlation });
    for (const warning of warnings) warn?.(warning);
    return [...errors];
  };
}

/** The types of errors after which rules are not evaluated. */
const BLOCKING: ReadonlySet<FieldError['type']> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

const notChecked = invalid(
  '',
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);

type SchemaCheck = (
  value: JsonValue,
  correlation: Correlation | undefined,
  checks: WorkCounter | undefined,
) => FieldError[];

/** Compiles the schema. With a correlation, errors in unchanged values are ignored. */
function compileSchemaCheck(schema: JSONSchemaProps, path: string): SchemaCheck {
  const validate = compileValidator(schema);
  const findErrors: SchemaCheck = (value, correlation, checks) => {
    const errors = new ValueErrors(path, checks);
    validate(value, '', errors, correlation);
    return errors.all;
  };
  return (value, correlation, checks) => {
    const errors = findErrors(value, undefined, checks);
    if (errors.length === 0 || correlation === undefined) return errors;
    return correlation.isUnchanged ? [] : findErrors(value, correlation, checks);
  };
}

/**
 * Compiles the check that sets and maps have no duplicates. Ignores duplicates that the old value
 * already contains.
 */
function compileListErrors(
  schema: JSONSchemaProps,
): (object: JsonValue, old: JsonValue | undefined) => FieldError[] {
  const check = compileListCheck(schema);
  const repeatedItems = (object: JsonValue): FieldError[] => {
    const errors: FieldError[] = [];
    check?.(object, '', errors);
    return errors;
  };
  return (object, old) => {
    const errors = repeatedItems(object);
    if (errors.length === 0 || old === undefined) return errors;
    return repeatedItems(old).length === 0 ? errors : [];
  };
}
