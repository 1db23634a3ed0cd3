import { type JSONSchemaProps, hasOwnRules, itemSchema, valueSchema } from '@vmgen/base/schema';
import {
  type FunctionTable,
  declTypeOf,
  type DeclType,
  escapeFieldName,
  withTypeAndObjectMeta,
} from '@vmgen/cel/internal';
import { compileRules, type CompiledRule } from './compile-rule.js';
import { fieldOf } from './rule-place.js';

/** The rules of a schema and of the schemas below it. Omits parts without rules. */
export interface RuleTree {
  readonly schema: JSONSchemaProps;
  /** The schema of `self`. A resource's schema includes its type and names. */
  readonly valueSchema: JSONSchemaProps;
  readonly rules: readonly CompiledRule[];
  /** Why no rule can be evaluated here. */
  readonly problem: string | undefined;
  readonly items: RuleTree | undefined;
  readonly values: RuleTree | undefined;
  readonly properties: ReadonlyMap<string, RuleTree>;
}

/**
 * Compiles all rules of a schema. Undefined if it has none.
 *
 * @param decl the type that the schema's rules see. Fields that the outer rules do not see are
 * omitted
 */
export function buildRuleTree(
  schema: JSONSchemaProps,
  decl: DeclType | undefined,
  isResource: boolean,
  functions: FunctionTable,
): RuleTree | undefined {
  const below = (
    part: JSONSchemaProps | undefined,
    partDecl: DeclType | undefined,
  ): RuleTree | undefined => part && buildRuleTree(part, partDecl, isEmbedded(part), functions);
  const properties = new Map<string, RuleTree>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const visible =
      escapeFieldName(name) === undefined ? declTypeOf(property) : decl && fieldOf(decl, name);
    const tree = visible && below(property, visible);
    if (tree !== undefined) properties.set(name, tree);
  }
  const items = below(itemSchema(schema), decl?.element);
  const values = below(valueSchema(schema), decl?.element);
  const hasOwn = hasOwnRules(schema);
  if (!hasOwn && !items && !values && properties.size === 0) return undefined;
  return {
    schema,
    valueSchema: isResource ? withTypeAndObjectMeta(schema) : schema,
    rules: decl === undefined ? [] : compileRules(schema, decl, functions),
    problem:
      hasOwn && decl === undefined
        ? 'failed to convert to declType for CEL validation rules'
        : undefined,
    items,
    values,
    properties,
  };
}

const isEmbedded = (schema: JSONSchemaProps): boolean =>
  schema['x-kubernetes-embedded-resource'] === true;
