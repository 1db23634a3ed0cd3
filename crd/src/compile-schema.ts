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

/** What an object is judged against beside its schema. */
export interface ValidateOptions {
  /** The stored object; what is wrong with it already and did not change is let pass. */
  readonly oldObject?: JsonValue | undefined;
  /**
   * The part that is written. The schema then judges the status alone, as the real server does;
   * the rules of the whole object are evaluated all the same.
   */
  readonly subresource?: 'status' | undefined;
  /** Where the object keeps what its scale subresource shows, which is judged too. */
  readonly scale?: ScalePaths | undefined;
  /** What is wrong with the metadata: rules are not evaluated after some kinds of errors. */
  readonly metadataErrors?: readonly FieldError[];
  /** Is told of rules that were broken before already: `spec: Invalid value: must be positive`. */
  readonly warn?: (text: string) => void;
  /**
   * Called with the number of checks that were made since the last call, 5 million of which take
   * about a second. May throw to end the validation. By default a validation ends with a
   * WorkLimitError after 5 million checks.
   */
  readonly countWork?: ((checks: number) => void) | undefined;
}

/** A structural schema made ready for many objects. */
export interface CompiledSchema {
  readonly props: JSONSchemaProps;
  /**
   * Fills in the defaults, in place. A null where none is allowed counts as absent.
   *
   * @throws TooLargeError
   */
  default(object: JsonObject): void;
  /**
   * Removes what the schema does not know and nulls that may not be, in place. The root keeps its
   * apiVersion, kind and metadata as they are; the metadata of embedded resources is pruned.
   *
   * @returns the paths of the unknown fields; the API's text for each is `unknown field "PATH"`
   * @throws EmbeddedResourceError where an embedded resource has a type or metadata of the wrong
   * type (the API answers 400)
   */
  prune(object: JsonObject): string[];
  /**
   * Judges an object in the words of the API server. The rules are evaluated only where nothing
   * else is so wrong that they might fail for it.
   */
  validate(object: JsonValue, options?: ValidateOptions): FieldError[];
}

/** Compiles a CRD's schema. The schema must have been judged valid before. */
export function compileSchema(props: JSONSchemaProps): CompiledSchema {
  const applyDefaults = compileDefaulter(props);
  const validateSchema = compileSchemaCheck(props, '');
  const status = ownProperty(props, 'status');
  const embeds = hasEmbeddedResources(props);
  const listErrors = compileListErrors(props);
  let checkStatus: SchemaCheck | undefined;
  const isRuled = hasRules(props);
  let rules: CelValidator | undefined;

  const schemaErrors = (object: JsonValue, options: ValidateOptions): FieldError[] => {
    const { oldObject: old, subresource, scale, countWork } = options;
    const checks = countWork === undefined ? undefined : { spend: countWork };
    const whole = old === undefined ? undefined : new Correlation(object, old, props);
    if (subresource !== 'status') {
      const errors = validateSchema(object, whole, checks);
      return [
        ...errors,
        ...validateScaleSpec(object, scale),
        ...validateScaleStatus(object, scale),
      ];
    }
    const value = isJsonObject(object) ? object['status'] : undefined;
    const scaleErrors = validateScaleStatus(object, scale);
    if (status === undefined || value === undefined) return scaleErrors;
    checkStatus ??= compileSchemaCheck(status, 'status');
    return [...checkStatus(value, whole?.field('status'), checks), ...scaleErrors];
  };
  const ruleErrors = (object: JsonValue, { oldObject, warn }: ValidateOptions): FieldError[] => {
    // Compiled for the first object: many schemas are compiled that never see one.
    rules ??= loadCel().compileCel(props);
    const correlation =
      oldObject === undefined ? undefined : new Correlation(object, oldObject, props);
    const { errors, warnings } = rules.validate({ object, oldObject, correlation });
    for (const warning of warnings) warn?.(warning);
    return [...errors];
  };

  return {
    props,
    default: (object) => applyDefaults?.(object, new Growth()),
    prune(object) {
      const dropped: string[] = [];
      pruneValue(object, props, true, '', dropped);
      dropped.sort();
      dropNulls(object, props);
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
      if (!isRuled) return errors;
      const known = [...(options.metadataErrors ?? []), ...errors];
      const isBlocked = known.some(({ type }) => BLOCKING.has(type));
      return [...errors, ...(isBlocked ? [notChecked] : ruleErrors(object, options))];
    },
  };
}

/** The kinds of errors after which rules are not evaluated. */
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

/** Checks a value by a schema; with a correlation, what did not change is let pass. */
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

/** Checks that sets and maps hold nothing twice; what was twice before may be so still. */
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
