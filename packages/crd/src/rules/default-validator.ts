import type { JsonValue } from '@vmgen/base/json';
import type { FieldError } from '../field/field-error.js';
import { type JSONSchemaProps, hasRules } from '@vmgen/base/schema';
import { compileCel } from './compile-cel.js';
import { OBJECT_COST_LIMIT } from './limits.js';

/**
 * Evaluates the rules on the defaults of one schema. All defaults share the budget of one object.
 */
export class DefaultValidator {
  #remaining = OBJECT_COST_LIMIT;

  /** Whether the budget is exhausted. Upstream then skips all further defaults. */
  get isExhausted(): boolean {
    return this.#remaining < 0;
  }

  /**
   * @param schema of the value. For an embedded resource, it is also the root
   * @param path of the default
   */
  validate(value: JsonValue, schema: JSONSchemaProps, path: string): FieldError[] {
    if (!hasRules(schema)) return [];
    const rules = compileCel(schema, schema['x-kubernetes-embedded-resource'] === true);
    const before = this.#remaining;
    // First as an unchanged value, then as a new one.
    for (const oldObject of [value, undefined]) {
      const budget = { remaining: before };
      const { errors } = rules.validate({ object: value, oldObject, path, budget });
      this.#remaining = Math.min(this.#remaining, budget.remaining);
      if (errors.length > 0) return [...errors];
    }
    return [];
  }
}
