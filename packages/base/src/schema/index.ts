export type { JSONSchemaProps, ValidationRule } from './json-schema-props.js';
export {
  hasDefault,
  hasOwnRules,
  hasProperties,
  hasRules,
  partFinder,
  itemSchema,
  ownProperty,
  propertySchema,
  someSchema,
  valueSchema,
} from './sub-schemas.js';
