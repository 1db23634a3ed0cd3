import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { checkExpression } from './check/check-expression.js';
import { jsonPatch } from './check/declarations/authorization.js';
import { nullEquality } from './check/declarations/operators.js';
import { FunctionTable } from './check/function-declarations.js';
import type { Checked } from './check/checked.js';
import { SchemaSizes, type Unbounded } from './cost/cost-node.js';
import { estimateMaxCost } from './cost/estimate-cost.js';
import { missingBounds } from './cost/missing-bounds.js';
import { compileExpression, type Program } from './eval/compile-expression.js';
import { functionLibrary } from './library/all-functions.js';
import {
  authorizerValue,
  resourceCheckValue,
  type AuthorizationAttributes,
  type Authorize,
} from './library/authorization.js';
import { PlanError } from './library/plan-error.js';
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  isSameType,
  listType,
  mapType,
  nullType,
  stringType,
  structType,
  timestampType,
  uintType,
  type CelType,
  type DeclType,
} from './types/cel-type.js';
import { celTypeOf } from './types/decl-type.js';
import {
  namespaceType,
  patchMessages,
  requestType,
  scalarDecl,
  structDecl,
} from './types/policy-types.js';
import { jsonToCel } from './values/json-value.js';
import { CelError, CelMap, type CelValue } from './values/value.js';

/** The cost limit of one expression of an admission policy (apiserver's PerCallLimit). */
export const POLICY_CALL_COST_LIMIT = 1_000_000;

/** The cost limit of all expressions of one evaluation of an admission policy. */
export const POLICY_COST_LIMIT = 10_000_000;
/** The cost limit of all match conditions of one policy or webhook. */
export const MATCH_CONDITIONS_COST_LIMIT = 2_500_000;

/** The result types that an expression may have. */
const policyResults = {
  any: undefined,
  condition: [boolType],
  message: [stringType],
  annotation: [stringType, nullType],
  applyConfiguration: [structType('Object')],
  jsonPatch: [listType(structType('JSONPatch'))],
} as const;

/** What an expression must return. */
export type PolicyResult = keyof typeof policyResults;

/** What an expression can refer to and return. */
interface PolicyExpressionOptions {
  readonly result: PolicyResult;
  /** Whether the expression can use the variable `params`. */
  readonly hasParams: boolean;
  /** Whether the expression can use `authorizer`. Defaults to true. */
  readonly hasAuthorizer?: boolean;
  /** Whether the expression can use the variables of the policy. Defaults to true. */
  readonly hasVariables?: boolean;
}

/** A compiled expression of an admission policy or of a webhook's match condition. */
export interface PolicyExpression {
  readonly text: string;
  /** The type of the result. */
  readonly type: CelType;
  /** The reason why the expression cannot be evaluated. Its program is then undefined. */
  readonly error?: string;
  readonly program?: Program;
  /** The upper bound of its cost, if the types of the objects are known. */
  readonly estimate?: CostEstimate;
}

/** The cost of an expression by the bounds in the schema. */
interface CostEstimate {
  /** Above 2^53 if the cost depends on a value whose size no schema describes. */
  readonly maxCost: number;
  /** The parts of the object whose missing bound makes the expression expensive. */
  findMissing(): readonly Unbounded[];
}

/** The types of the objects that expressions see. Expressions can read any field of an unknown type. */
interface PolicyTypes {
  /** The type of `object` and `oldObject`. */
  readonly object?: DeclType | undefined;
  /** The type of apply configurations. If undefined, they can have any field. */
  readonly patch?: DeclType | undefined;
  /** Whether `object` is always null, as for deletions. */
  readonly isDeletion?: boolean;
  /** Whether `oldObject` is always null, as for creations. */
  readonly isCreation?: boolean;
  readonly params?: DeclType | undefined;
}

/** The order in which programs take their variables. */
const VARIABLES = [
  'object',
  'oldObject',
  'request',
  'namespaceObject',
  'params',
  'authorizer',
  'authorizer.requestResource',
  'variables',
];

/** Compiles the expressions of one admission policy. */
export class PolicyCompiler {
  readonly #functions: FunctionTable;
  readonly #patchFunctions: FunctionTable;
  readonly #types: PolicyTypes;
  readonly #sizes: ReadonlyMap<string, DeclType>;
  readonly #variableTypes = new Map<string, DeclType>();
  readonly #variablesType = structType('kubernetes.variables', structDecl(this.#variableTypes));
  /** The variables of the policy by name, in the order of the policy. */
  readonly variables = new Map<string, PolicyExpression>();

  constructor(types: PolicyTypes = {}) {
    this.#types = types;
    const { object } = types;
    const equality = object === undefined && types.params === undefined ? {} : nullEquality;
    this.#functions = new FunctionTable(equality);
    this.#patchFunctions = new FunctionTable({ ...equality, ...jsonPatch });
    const names = object === undefined ? [] : ['object', 'oldObject'];
    this.#sizes = new Map(names.flatMap((name) => (object === undefined ? [] : [[name, object]])));
  }

  /** Compiles a variable, which later expressions can use as `variables.NAME`. */
  addVariable(name: string, text: string, hasParams: boolean): PolicyExpression {
    const compiled = this.compile(text, { result: 'any', hasParams });
    const type = compiled.error === undefined ? declared(compiled.type) : dynType;
    this.#variableTypes.set(name, scalarDecl(type));
    this.variables.set(name, compiled);
    return compiled;
  }

  compile(text: string, options: PolicyExpressionOptions): PolicyExpression {
    const { result } = options;
    const isPatch = result === 'applyConfiguration' || result === 'jsonPatch';
    const checked = checkExpression(text, this.#declarations(options), {
      functions: isPatch ? this.#patchFunctions : this.#functions,
      ...(isPatch ? { messages: patchMessages(this.#types.patch) } : {}),
    });
    if (typeof checked === 'string') {
      return { text, type: dynType, error: `compilation failed: ${checked}` };
    }
    const { type } = checked;
    const allowed = policyResults[result];
    if (allowed !== undefined && !allowed.some((each) => isSameType(each, type))) {
      return { text, type, error: wrongResult(allowed, type) };
    }
    try {
      const program = compileExpression(checked, VARIABLES, functionLibrary);
      return { text, type, program, ...this.#estimate(checked) };
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      return { text, type, error: `program instantiation failed: ${error.message}` };
    }
  }

  #estimate(checked: Checked): Pick<PolicyExpression, 'estimate'> {
    if (this.#sizes.size === 0) return {};
    const declOf = (variable: string): DeclType | undefined => this.#sizes.get(variable);
    const maxCost = estimateMaxCost(checked, new SchemaSizes(declOf));
    return { estimate: { maxCost, findMissing: () => missingBounds(checked, declOf) } };
  }

  #declarations({
    hasParams,
    hasAuthorizer = true,
    hasVariables = true,
  }: PolicyExpressionOptions): ReadonlyMap<string, CelType> {
    const { object, isDeletion = false, isCreation = false, params } = this.#types;
    const types = new Map([
      ['object', isDeletion ? nullType : typeOf(object, 'object')],
      ['oldObject', isCreation ? nullType : typeOf(object, 'object')],
      ['request', requestType],
      ['namespaceObject', namespaceType],
    ]);
    if (hasParams) types.set('params', typeOf(params, 'params'));
    if (hasAuthorizer) {
      types.set('authorizer', structType('kubernetes.authorization.Authorizer'));
      types.set('authorizer.requestResource', structType('kubernetes.authorization.ResourceCheck'));
    }
    if (hasVariables) types.set('variables', this.#variablesType);
    return types;
  }
}

const typeOf = (decl: DeclType | undefined, name: string): CelType =>
  decl === undefined ? dynType : celTypeOf(decl, name);

function wrongResult(allowed: readonly CelType[], actual: CelType): string {
  const names = allowed.map(fullName);
  const expected = names.length === 1 ? (names[0] ?? '') : `one of [${names.join(' ')}]`;
  return `must evaluate to ${expected} but got ${fullName(actual)}`;
}

/** The name of a type as Go prints it, which differs from messages of the checker. */
const fullName = ({ name, params, isNullable }: CelType): string =>
  isNullable === true
    ? `wrapper(${name})`
    : params.length === 0
      ? name
      : `${name}(${params.map(fullName).join(', ')})`;

const DECLARED = [
  ...[boolType, bytesType, doubleType, durationType, intType],
  ...[nullType, stringType, timestampType, uintType],
];

/** The type of a variable for the expressions that use it. */
function declared(type: CelType): CelType {
  const [first = dynType, second = dynType] = type.params;
  if (type.kind === 'list') return listType(declared(first));
  if (type.kind === 'map') return mapType(declared(first), declared(second));
  // A struct of a known kind.
  if (type.kind === 'struct' && type.name.startsWith('object')) return type;
  return DECLARED.includes(type) ? type : dynType;
}

/** The values of the variables for one evaluation. */
export interface PolicyInput {
  /** Null for a deletion. */
  readonly object: JsonValue;
  /** Null for a creation. */
  readonly oldObject: JsonValue;
  /** Whether the objects are custom resources, which have no Go type. Defaults to false. */
  readonly isCustom?: boolean;
  readonly request: JsonObject;
  /** Null for cluster-scoped objects. */
  readonly namespaceObject: JsonValue;
  readonly params: JsonValue;
  readonly authorize: Authorize;
  readonly requestResource: Omit<AuthorizationAttributes, 'verb'>;
  /** Receives the cost of each expression. May throw to end the evaluation. */
  readonly countCost?: (cost: number) => void;
}

/** Thrown if the expressions exceed the cost limit together. */
export class CostBudgetError extends Error {
  override readonly name = 'CostBudgetError';

  constructor() {
    super(
      'validation failed due to running out of cost budget, no further validation rules will be run',
    );
  }
}

/** The result of one expression: a value, or the message of an error. */
type Outcome = { readonly value: CelValue } | { readonly error: string };

/** The Go type of an object in error messages: `v1.Pod`. */
function goTypeOf(object: JsonValue | undefined): string {
  const { apiVersion, kind } = isJsonObject(object) ? object : {};
  const version = typeof apiVersion === 'string' ? apiVersion.replace(/^.*\//, '') : '';
  return `${version}.${typeof kind === 'string' ? kind : ''}`;
}

/** Evaluates expressions with the same values. Variables of the policy are evaluated once. */
export class PolicyEvaluation {
  readonly #slots: readonly CelValue[];
  readonly #variables: VariableMap;
  readonly #countCost: PolicyInput['countCost'];
  #remaining: number;

  /**
   * @param variables the variables of the policy
   * @param costLimit the limit of the cost of all expressions
   */
  constructor(
    input: PolicyInput,
    variables: ReadonlyMap<string, PolicyExpression>,
    costLimit: number,
  ) {
    const { authorize, requestResource, isCustom = false } = input;
    this.#remaining = costLimit;
    this.#countCost = input.countCost;
    this.#variables = new VariableMap(variables, (program) =>
      program.run(this.#slots, POLICY_CALL_COST_LIMIT),
    );
    this.#slots = [
      jsonToCel(input.object, !isCustom, goTypeOf(input.object)),
      jsonToCel(input.oldObject, !isCustom, goTypeOf(input.oldObject)),
      jsonToCel(input.request, true, 'v1.AdmissionRequest'),
      jsonToCel(input.namespaceObject, true, 'v1.Namespace'),
      jsonToCel(input.params),
      authorizerValue(authorize),
      resourceCheckValue(authorize, requestResource),
      this.#variables,
    ];
  }

  /** The remaining cost for further expressions. */
  get remaining(): number {
    return this.#remaining;
  }

  /** @throws CostBudgetError */
  evaluate({ text, program, error }: PolicyExpression): Outcome {
    if (program === undefined) return { error: `compilation error: ${error ?? ''}` };
    const { value, cost } = program.run(this.#slots, POLICY_CALL_COST_LIMIT);
    this.#spend(this.#variables.takeCost());
    this.#spend(cost);
    if (!(value instanceof CelError)) return { value };
    return { error: `expression '${text}' resulted in error: ${value.message}` };
  }

  #spend(cost: number): void {
    this.#countCost?.(cost);
    if (cost > this.#remaining) throw new CostBudgetError();
    this.#remaining -= cost;
  }
}

/** `variables`: evaluates each variable when it is read first. */
class VariableMap extends CelMap {
  readonly #expressions: ReadonlyMap<string, PolicyExpression>;
  readonly #run: (program: Program) => ReturnType<Program['run']>;
  readonly #values = new Map<string, CelValue>();
  #cost = 0;

  constructor(
    expressions: ReadonlyMap<string, PolicyExpression>,
    run: (program: Program) => ReturnType<Program['run']>,
  ) {
    super();
    this.#expressions = expressions;
    this.#run = run;
  }

  /** The cost of the variables that were evaluated since the last call. */
  takeCost(): number {
    const cost = this.#cost;
    this.#cost = 0;
    return cost;
  }

  get size(): number {
    return this.#expressions.size;
  }

  keys(): CelValue[] {
    return [...this.#expressions.keys()];
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return undefined;
    const expression = this.#expressions.get(key);
    if (expression === undefined) return undefined;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = this.#evaluate(key, expression);
    this.#values.set(key, value);
    return value;
  }

  #evaluate(name: string, { program, error }: PolicyExpression): CelValue {
    const variable = `composited variable ${JSON.stringify(name)}`;
    if (program === undefined) {
      return new CelError(`${variable} fails to compile: ${error ?? ''}`);
    }
    const { value, cost } = this.#run(program);
    this.#cost += cost;
    if (!(value instanceof CelError)) return value;
    return new CelError(`${variable} fails to evaluate: ${value.message}`);
  }
}
