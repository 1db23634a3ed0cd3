import { cloneJson, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { compileSchema, type CompiledSchema } from './compile-schema.js';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from './definition/custom-resource-definition.js';
import type { FieldError } from './field/field-error.js';
import { invalid, notSupported } from './field/field-errors.js';
import { asPlainJson } from './validation/as-json.js';

/**
 * Validates an object of a kind. Returns the errors of the API server: none if the object is valid.
 *
 * @param old the stored object that is replaced: errors in unchanged values are then ignored, and rules
 *   for changes are evaluated. If omitted, the object is new
 */
export type ObjectValidator = (object: object, old?: object) => FieldError[];

/**
 * Creates a function that validates objects by the schema and the CEL rules of a CRD, for the version
 * in their `apiVersion`. Defaults are set in a copy before, as the API server does. The metadata is not
 * validated, nor unknown fields, which the API server prunes. The CRD must be valid.
 *
 * @example
 * const validateMachine = createValidator({
 *   apiVersion: 'apiextensions.k8s.io/v1',
 *   kind: 'CustomResourceDefinition',
 *   metadata: { name: 'machines.shop.example.com' },
 *   spec: {
 *     group: 'shop.example.com',
 *     scope: 'Namespaced',
 *     names: { kind: 'Machine', plural: 'machines' },
 *     versions: [
 *       {
 *         name: 'v1',
 *         served: true,
 *         storage: true,
 *         schema: {
 *           openAPIV3Schema: {
 *             type: 'object',
 *             properties: { spec: { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } } },
 *           },
 *         },
 *       },
 *     ],
 *   },
 * });
 * const machine = { apiVersion: 'shop.example.com/v1', kind: 'Machine', spec: { size: 0 } };
 * console.log(validateMachine(machine).map(({ field, message }) => `${field}: ${message}`));
 */
export function createValidator({ spec }: CustomResourceDefinition): ObjectValidator {
  const { group, names, versions } = spec;
  const schemas = new Map<string, CompiledSchema>();
  const schemaOf = ({ name, schema }: CustomResourceDefinitionVersion): CompiledSchema => {
    const known = schemas.get(name) ?? compileSchema(schema?.openAPIV3Schema ?? {});
    schemas.set(name, known);
    return known;
  };

  return (object, old) => {
    const value = asPlainJson(object);
    if (!isJsonObject(value)) return [invalid('', value ?? null, 'must be an object')];
    const { apiVersion = null, kind = null } = value;
    if (kind !== names.kind) return [notSupported('kind', kind, [names.kind])];
    const version = versions.find(({ name }) => apiVersion === `${group}/${name}`);
    if (version === undefined) {
      const known = versions.map(({ name }) => `${group}/${name}`);
      return [notSupported('apiVersion', apiVersion, known)];
    }
    const schema = schemaOf(version);
    return schema.validate(defaulted(value, schema), { oldObject: asPlainJson(old) });
  };
}

function defaulted(object: JsonObject, schema: CompiledSchema): JsonValue {
  const copy = cloneJson(object);
  schema.default(copy);
  return copy;
}
