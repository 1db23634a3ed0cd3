import type { JsonValue } from '@vmgen/base/json';
import type { FieldError } from '../field/field-error.js';
import { type JSONSchemaProps, hasRules } from '@vmgen/base/schema';
import { compileCel } from './compile-cel.js';
import { OBJECT_COST_LIMIT } from './limits.js';

/** Evaluates the rules on the defaults of one schema, which share the budget of one object. */
export class DefaultValidator {
  #remaining = OBJECT_COST_LIMIT;

  /** Whether nothing more may be evaluated; upstream looks at no further default then. */
  get isExhausted(): boolean {
    return this.#remaining < 0;
  }

  /**
   * @param schema of the value; one of an embedded resource also for the root
   * @param path of the default
   */
  validate(value: JsonValue, schema: JSONSchemaProps, path: string): FieldError[] {
    if (!hasRules(schema)) return [];
    const rules = compileCel(schema, schema['x-kubernetes-embedded-resource'] === true);
    const before = this.#remaining;
    // Once as if nothing had changed, once as if the value were new.
    for (const oldObject of [value, undefined]) {
      const budget = { remaining: before };
      const { errors } = rules.validate({ object: value, oldObject, path, budget });
      this.#remaining = Math.min(this.#remaining, budget.remaining);
      if (errors.length > 0) return [...errors];
    }
    return [];
  }
}
