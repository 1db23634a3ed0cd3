import { compileSchema, type JSONSchemaProps } from '@vmgen/crd';
import { deepEqualJson } from '@vmgen/base/json';
import { hasDefault } from './parts-of.js';
import type { Place, SchemaPair } from './place.js';
import { shown } from './shown.js';

/** Whether a value may be null. */
export function compareNullable({ old, new: next }: SchemaPair, place: Place): void {
  const [was, is] = [old.nullable === true, next.nullable === true];
  if (was === is) return;
  if (is) {
    const wasDropped = !place.isNeeded || hasDefault(old);
    if (!wasDropped || takesNull(next))
      return place.add('nullable-added', 'accepts null', 'nullable');
    return place.add('null-refused', 'accepts null, but other constraints reject it', 'nullable');
  }
  const isLost = place.isNeeded && !hasDefault(next);
  place.add(isLost ? 'nullable-removed' : 'null-dropped', 'no longer accepts null');
}

/** Whether all keywords of a schema accept null, without its rules. */
function takesNull(schema: JSONSchemaProps): boolean {
  const { 'x-kubernetes-validations': _, default: __, ...plain } = schema;
  const schemaValidator = compileSchema({ type: 'object', properties: { value: plain } });
  return schemaValidator.validate({ value: null }).length === 0;
}

/** The default that replaces an absent value. */
export function compareDefaults({ old, new: next }: SchemaPair, place: Place): void {
  const [before, after] = [old.default ?? null, next.default ?? null];
  if (deepEqualJson(before, after)) return;
  if (after !== null) refuseDefault(next, place);
  if (before === null) return place.add('default-added', `default ${shown(after)}`, 'default');
  if (after !== null) {
    const message = `default ${shown(before)} -> ${shown(after)}`;
    return place.add('default-changed', message, 'default');
  }
  const code = place.isNeeded ? 'required-default-removed' : 'default-removed';
  place.add(code, `default ${shown(before)} -> none`);
}

/** Reports an invalid default: the server accepts a CRD with such a default below `additionalProperties`. */
export function refuseDefault(schema: JSONSchemaProps, place: Place): boolean {
  const schemaValidator = compileSchema({ type: 'object', properties: { value: schema } });
  const object = {};
  schemaValidator.default(object);
  if (schemaValidator.validate(object).length === 0) return false;
  place.add('default-invalid', `default ${shown(schema.default)} is invalid`, 'default');
  return true;
}
