import type { JSONSchemaProps, ValidationRule } from '@vmgen/base/schema';
import { PatternValidator } from '@vmgen/base/text';
import { findField } from '../field/schema-field-path.js';
import {
  type CelType,
  celTypeOf,
  type Checked,
  checkExpression,
  compileExpression,
  type DeclType,
  functionLibrary,
  type FunctionTable,
  optionalType,
  PlanError,
  type Program,
} from '@vmgen/cel/internal';

/** An expression that can be evaluated, with its types for the cost estimate. */
export interface CompiledExpression {
  readonly checked: Checked;
  readonly program: Program;
}

/** A compiled rule of a schema. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** The reason why the rule is invalid. It then has no program. */
  readonly error?: string;
  readonly expression?: CompiledExpression;
  /** Whether the rule compares with the old value. */
  readonly usesOldSelf: boolean;
  readonly message?: CompiledExpression;
  readonly messageError?: string;
  /** The path of the error relative to the value. */
  readonly fieldPath: string;
}

/** The variables of rules, in the order in which programs take their values. */
const VARIABLES = ['self', 'oldSelf'];

/** The name of the type of `self`. The API server appends digits that change every time. */
const SELF_TYPE = 'selfType0';

/** Compiles the rules of one node of a schema. */
export function compileRules(
  schema: JSONSchemaProps,
  decl: DeclType,
  functions: FunctionTable,
  patterns = new PatternValidator(),
): CompiledRule[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  const self = celTypeOf(decl, SELF_TYPE);
  return rules.map((rule) => compileRule(rule, { schema, self, functions, patterns }));
}

interface Context {
  readonly schema: JSONSchemaProps;
  readonly self: CelType;
  readonly functions: FunctionTable;
  readonly patterns: PatternValidator;
}

function compileRule(rule: ValidationRule, context: Context): CompiledRule {
  const none = { rule, usesOldSelf: false, fieldPath: '' };
  if (rule.rule.trim() === '') return none;
  const types = variableTypes(rule, context.self);
  const checked = checkExpression(rule.rule, types, context);
  if (typeof checked === 'string') return { ...none, error: `compilation failed: ${checked}` };
  if (checked.type.kind !== 'bool' || checked.type.isNullable === true) {
    return { ...none, error: 'cel expression must evaluate to a bool' };
  }
  const usesOldSelf = checked.names.has('oldSelf');
  const expression = compileChecked(checked);
  if (typeof expression === 'string') {
    return { ...none, usesOldSelf, error: `program instantiation failed: ${expression}` };
  }
  const message = compileMessage(rule, types, context);
  const field = findField(rule.fieldPath ?? '', context.schema, true);
  const fieldPath = typeof field === 'string' ? '' : field.path;
  return { rule, usesOldSelf, expression, fieldPath, ...message };
}

function compileMessage(
  { messageExpression = '' }: ValidationRule,
  types: ReadonlyMap<string, CelType>,
  context: Context,
): Pick<CompiledRule, 'message' | 'messageError'> {
  if (messageExpression === '') return {};
  const checked = checkExpression(messageExpression, types, context);
  if (typeof checked === 'string') {
    return { messageError: `messageExpression compilation failed: ${checked}` };
  }
  if (checked.type.kind !== 'string') {
    return { messageError: 'messageExpression must evaluate to a string' };
  }
  const message = compileChecked(checked);
  if (typeof message !== 'string') return { message };
  return { messageError: `messageExpression instantiation failed: ${message}` };
}

function variableTypes(rule: ValidationRule, self: CelType): ReadonlyMap<string, CelType> {
  const old = rule.optionalOldSelf === true ? optionalType(self) : self;
  return new Map([
    ['self', self],
    ['oldSelf', old],
  ]);
}

/** Compiles a checked expression. Returns a message if it can never be evaluated. */
function compileChecked(checked: Checked): CompiledExpression | string {
  try {
    return { checked, program: compileExpression(checked, VARIABLES, functionLibrary) };
  } catch (error) {
    if (error instanceof PlanError) return error.message;
    throw error;
  }
}
