import type { JsonObject, JsonValue } from '../json/json-value.js';
import type { FieldError } from './field-error.js';
import type { JSONSchemaProps } from './json-schema-props.js';
import { compileDefaulter } from './object/default-object.js';
import {
  coerceEmbeddedResources,
  hasEmbeddedResources,
  validateEmbeddedResources,
} from './object/embedded-resources.js';
import { compileListCheck } from './object/list-types.js';
import { dropNulls, pruneValue } from './object/prune-object.js';
import { compileValidator } from './value/compile-validator.js';
import { Correlation } from './value/correlation.js';
import { Findings } from './value/findings.js';

export interface ValidateOptions {
  /**
   * The stored value that this one replaces. What was wrong with it and did not change is let pass
   * (ratcheting).
   */
  readonly oldObject?: JsonValue | undefined;
  /**
   * The path of the value where it is a part of an object, such as `status`. It stands before the
   * paths of the errors, not within their texts; embedded resources are then not judged, as the
   * real server does not judge them on the status subresource.
   */
  readonly path?: string | undefined;
}

/** A structural schema made ready for many objects. */
export interface CompiledSchema {
  readonly props: JSONSchemaProps;
  /** Fills in the defaults, in place. A null where none is allowed counts as absent. */
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
  /** Judges a value in the words of the API server. CEL rules are not evaluated. */
  validate(value: JsonValue, options?: ValidateOptions): FieldError[];
}

/** Compiles a CRD's schema. The schema must have been judged valid before. */
export function compileSchema(props: JSONSchemaProps): CompiledSchema {
  const applyDefaults = compileDefaulter(props);
  const validateSchema = compileValidator(props);
  const embeds = hasEmbeddedResources(props);
  const checkLists = compileListCheck(props);

  const findErrors = (value: JsonValue, path: string, correlation?: Correlation): FieldError[] => {
    const findings = new Findings(path);
    validateSchema(value, '', findings, correlation);
    return findings.errors;
  };
  const schemaErrors = (
    value: JsonValue,
    path: string,
    old: JsonValue | undefined,
  ): FieldError[] => {
    const errors = findErrors(value, path);
    if (errors.length === 0 || old === undefined) return errors;
    const correlation = new Correlation(value, old, props);
    return correlation.isUnchanged ? [] : findErrors(value, path, correlation);
  };
  const repeatedItems = (value: JsonValue, path: string): FieldError[] => {
    const errors: FieldError[] = [];
    checkLists?.(value, path, errors);
    return errors;
  };
  const listErrors = (value: JsonValue, path: string, old: JsonValue | undefined): FieldError[] => {
    const errors = repeatedItems(value, path);
    if (errors.length === 0 || old === undefined) return errors;
    return repeatedItems(old, path).length === 0 ? errors : [];
  };

  return {
    props,
    default: (object) => applyDefaults?.(object),
    prune(object) {
      const dropped: string[] = [];
      pruneValue(object, props, true, '', dropped);
      dropped.sort();
      dropNulls(object, props);
      if (embeds) coerceEmbeddedResources(object, props, '', dropped);
      return dropped;
    },
    validate(value, { oldObject, path = '' } = {}) {
      return [
        ...schemaErrors(value, path, oldObject),
        ...(embeds && path === '' ? validateEmbeddedResources(value, props, path) : []),
        ...listErrors(value, path, oldObject),
      ];
    },
  };
}
