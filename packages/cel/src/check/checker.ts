import {
  type Call,
  type Comprehension,
  type Expr,
  type ListExpr,
  type MapExpr,
  type Select,
  type StructExpr,
  qualifiedName,
} from '../syntax/ast.js';
import type { Issue } from '../syntax/source.js';
import {
  boolType,
  bytesType,
  doubleType,
  dynType,
  errorType,
  firstParam,
  formatType,
  intType,
  isDyn,
  isDynOrError,
  isOptional,
  listType,
  mapType,
  nullType,
  optionalType,
  paramType,
  stringType,
  uintType,
  unwrapOptional,
  type CelType,
} from '../types/cel-type.js';
import { WELL_KNOWN_MESSAGES } from '../library/well-known-messages.js';
import { fieldTypeOf } from '../types/decl-type.js';
import { mostGeneral, Substitutions } from '../types/substitutions.js';
import { Uint, type CelValue } from '../values/value.js';
import type { Checked, Resolution } from './checked.js';
import type { FunctionTable, Overload } from './function-declarations.js';
import { resolveOverloads } from './resolve-overloads.js';
import { Scope } from './scope.js';

/**
 * Infers the types of an expression and reports mismatches with cel-go's messages
 * (checker/checker.go).
 */
export function check(
  expr: Expr,
  variables: ReadonlyMap<string, CelType>,
  functions: FunctionTable,
  messages: MessageTypes = noMessages,
): Checked {
  return new Checker(functions, messages).check(expr, new Scope(variables));
}

/** Finds a type of which expressions can create values: `NAME{field: value}`. */
export type MessageTypes = (name: string) => MessageType | undefined;

interface MessageType {
  readonly type: CelType;
  /** The type of a field. Undefined if the type has no such field. */
  fieldType(name: string): CelType | undefined;
}

const noMessages: MessageTypes = () => undefined;

class Checker {
  readonly #functions: FunctionTable;
  readonly #messages: MessageTypes;
  readonly #issues: Issue[] = [];
  readonly #types = new Map<Expr, CelType>();
  readonly #calls = new Map<Call, Resolution>();
  readonly #typeNames = new Map<Expr, string>();
  readonly #qualified = new Map<Expr, string>();
  readonly #messageFields = new Set<Expr>();
  readonly #names = new Set<string>();
  readonly #substitutions = new Substitutions();
  #scope = new Scope(new Map());
  #typeVariables = 0;

  constructor(functions: FunctionTable, messages: MessageTypes) {
    this.#functions = functions;
    this.#messages = messages;
  }

  check(expr: Expr, scope: Scope): Checked {
    this.#scope = scope;
    this.#check(expr);
    const typeOf = (node: Expr): CelType => this.#substitutions.resolve(this.#typeOf(node), true);
    return {
      expr,
      type: typeOf(expr),
      issues: this.#issues,
      calls: this.#calls,
      typeNames: this.#typeNames,
      qualified: this.#qualified,
      messageFields: this.#messageFields,
      names: this.#names,
      typeOf,
    };
  }

  #check(expr: Expr): CelType {
    const type = this.#infer(expr);
    this.#types.set(expr, type);
    return type;
  }

  #infer(expr: Expr): CelType {
    switch (expr.kind) {
      case 'literal':
        return literalType(expr.value);
      case 'ident':
        return this.#name(expr, expr.name) ?? this.#undeclared(expr, expr.name);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return this.#struct(expr);
      case 'comprehension':
        return this.#comprehension(expr);
      case 'unspecified':
        return errorType;
    }
  }

  #name(expr: Expr, name: string): CelType | undefined {
    const found = this.#scope.lookup(name);
    if (found === undefined) return undefined;
    if (found.is !== 'variable') this.#typeNames.set(expr, plainName(name));
    else this.#names.add(name);
    return found.type;
  }

  #select(expr: Select): CelType {
    const name = qualifiedName(expr);
    const named = name === undefined ? undefined : this.#name(expr, name);
    if (named !== undefined) {
      if (name !== undefined && !this.#typeNames.has(expr)) this.#qualified.set(expr, name);
      return named;
    }
    const type = this.#fieldType(expr, expr.operand, expr.field, false);
    return expr.testOnly ? boolType : this.#substitutions.resolve(type, false);
  }

  #optionalSelect(expr: Call): CelType {
    const [operand, field] = expr.args;
    if (operand === undefined || field?.kind !== 'literal' || typeof field.value !== 'string') {
      return errorType;
    }
    const type = this.#fieldType(expr, operand, field.value, true);
    this.#calls.set(expr, { name: expr.name, target: undefined, overloads: [] });
    return this.#substitutions.resolve(type, false);
  }

  #fieldType(expr: Expr, operand: Expr, field: string, optional: boolean): CelType {
    const operandType = this.#substitutions.resolve(this.#check(operand), false);
    const type = this.#fieldOf(expr, unwrapOptional(operandType), field);
    return optional || isOptional(operandType) ? optionalType(type) : type;
  }

  #fieldOf(expr: Expr, type: CelType, field: string): CelType {
    switch (type.kind) {
      case 'map':
        return type.params[1] ?? dynType;
      case 'struct': {
        const message = type.decl === undefined ? this.#messageType(type.name) : undefined;
        const found = message?.fieldType(field) ?? fieldTypeOf(type, field);
        if (message !== undefined && expr.kind === 'select') this.#messageFields.add(expr);
        if (found !== undefined) return found;
        // A library type, which has methods but no fields.
        const isUnknown = type.decl === undefined && message === undefined;
        const problem = `unexpected failed resolution of '${type.name}'`;
        this.#report(expr, isUnknown ? problem : `undefined field '${field}'`);
        return errorType;
      }
      case 'param':
        this.#substitutions.isAssignable(dynType, type);
        return dynType;
      default:
        if (!isDynOrError(type)) {
          this.#report(expr, `type '${formatType(type)}' does not support field selection`);
        }
        return dynType;
    }
  }

  #call(expr: Call): CelType {
    if (expr.name === '_?._') return this.#optionalSelect(expr);
    for (const arg of expr.args) this.#check(arg);
    const { target } = expr;
    if (target === undefined) {
      const overloads = this.#functions.overloadsOf(plainName(expr.name));
      if (overloads === undefined) return this.#undeclared(expr, expr.name);
      return this.#resolve(expr, plainName(expr.name), undefined, overloads);
    }
    const prefix = qualifiedName(target);
    const qualified = prefix === undefined ? undefined : plainName(`${prefix}.${expr.name}`);
    const global = qualified === undefined ? undefined : this.#functions.overloadsOf(qualified);
    if (qualified !== undefined && global !== undefined) {
      return this.#resolve(expr, qualified, undefined, global);
    }
    this.#check(target);
    const methods = this.#functions.overloadsOf(expr.name);
    if (methods === undefined) return this.#undeclared(expr, expr.name);
    return this.#resolve(expr, expr.name, target, methods);
  }

  #resolve(
    expr: Call,
    name: string,
    target: Expr | undefined,
    overloads: readonly Overload[],
  ): CelType {
    const operands = target === undefined ? expr.args : [target, ...expr.args];
    if (name === '_&&_' || name === '_||_') return this.#logical(expr, name, overloads);
    const types = operands.map((operand) => this.#typeOf(operand));
    const found = resolveOverloads(name, overloads, types, target !== undefined, {
      substitutions: this.#substitutions,
      newTypeVariable: () => this.#newTypeVariable(),
    });
    if ('message' in found) {
      this.#report(expr, found.message);
      return errorType;
    }
    this.#calls.set(expr, { name, target, overloads: found.overloads });
    return found.result;
  }

  #logical(expr: Call, name: string, overloads: readonly Overload[]): CelType {
    let isValid = true;
    for (const arg of expr.args) isValid = this.#requireType(arg, boolType) && isValid;
    if (!isValid) return errorType;
    this.#calls.set(expr, { name, target: undefined, overloads });
    return boolType;
  }

  #list(expr: ListExpr): CelType {
    let items: CelType | undefined;
    expr.elements.forEach((element, i) => {
      const type = this.#check(element);
      const item = expr.optionals.has(i) ? this.#unwrapped(element, type) : type;
      items = this.#join(items, item);
    });
    return listType(items ?? this.#newTypeVariable());
  }

  #map(expr: MapExpr): CelType {
    let keys: CelType | undefined;
    let values: CelType | undefined;
    for (const entry of expr.entries) {
      keys = this.#join(keys, this.#check(entry.key));
      const type = this.#check(entry.value);
      values = this.#join(values, entry.optional ? this.#unwrapped(entry.value, type) : type);
    }
    return mapType(keys ?? this.#newTypeVariable(), values ?? this.#newTypeVariable());
  }

  #struct(expr: StructExpr): CelType {
    const name = plainName(expr.typeName);
    const message = this.#messageType(name);
    if (message !== undefined) return this.#message(expr, name, message);
    const found = this.#scope.lookup(expr.typeName);
    if (found === undefined) return this.#undeclared(expr, expr.typeName);
    for (const field of expr.fields) this.#check(field.value);
    const named = found.is === 'type' ? firstParam(found.type).name : formatType(found.type);
    const complaint = found.is === 'type' ? 'is not a message type' : 'is not a type';
    this.#report(expr, `'${named}' ${complaint}`);
    return errorType;
  }

  #messageType(name: string): MessageType | undefined {
    return this.#messages(name) ?? WELL_KNOWN_MESSAGES.get(name);
  }

  #message(expr: StructExpr, name: string, message: MessageType): CelType {
    for (const field of expr.fields) {
      const type = this.#check(field.value);
      const actual = field.optional ? this.#unwrapped(field.value, type) : type;
      const expected = message.fieldType(field.name);
      if (expected === undefined || !this.#substitutions.isAssignable(expected, actual)) {
        const wanted = expected === undefined ? '' : formatType(expected);
        const types = `'${wanted}' but provided type is '${formatType(actual)}'`;
        const isUndefined = expected === undefined && WELL_KNOWN_MESSAGES.has(name);
        const problem = isUndefined
          ? `undefined field '${field.name}'`
          : `expected type of field '${field.name}' is ${types}`;
        this.#issues.push({ offset: field.offset, message: problem });
      }
    }
    return message.type;
  }

  #comprehension(expr: Comprehension): CelType {
    const range = this.#substitutions.resolve(this.#check(expr.range), false);
    const accumulator = this.#check(expr.accuInit);
    const outer = this.#scope;
    const withAccumulator = outer.with([expr.accuVar, accumulator]);
    this.#scope = withAccumulator.with(...this.#iterationVariables(expr, range));
    this.#check(expr.condition);
    this.#requireType(expr.condition, boolType);
    this.#check(expr.step);
    this.#requireType(expr.step, accumulator);
    this.#scope = withAccumulator;
    const result = this.#check(expr.result);
    this.#scope = outer;
    return this.#substitutions.resolve(result, false);
  }

  #iterationVariables(expr: Comprehension, range: CelType): [string, CelType][] {
    const { iterVar, iterVar2 } = expr;
    const [first, second] = this.#iterationTypes(expr, range);
    if (iterVar2 !== undefined)
      return [
        [iterVar, first],
        [iterVar2, second],
      ];
    return [[iterVar, range.kind === 'list' ? second : first]];
  }

  /** The type of the key or index, and the type of the value or item. */
  #iterationTypes(expr: Comprehension, range: CelType): [CelType, CelType] {
    if (range.kind === 'list') return [intType, firstParam(range)];
    if (range.kind === 'map') return [firstParam(range), range.params[1] ?? dynType];
    if (isDynOrError(range) || range.kind === 'param') {
      this.#substitutions.isAssignable(dynType, range);
      return [dynType, dynType];
    }
    this.#report(
      expr.range,
      `expression of type '${formatType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
    );
    return [errorType, errorType];
  }

  /** The type of an element written as `?element`. */
  #unwrapped(expr: Expr, type: CelType): CelType {
    if (!isOptional(type) && !isDyn(type)) this.#mismatch(expr, optionalType(type), type);
    return unwrapOptional(type);
  }

  /**
   * The common type of two elements, or `dyn`. {@link validateLiterals} reports elements whose
   * types differ.
   */
  #join(previous: CelType | undefined, current: CelType): CelType {
    if (previous === undefined) return current;
    const fits = this.#substitutions.isAssignable(previous, current);
    return fits ? mostGeneral(previous, current) : dynType;
  }

  #requireType(expr: Expr, expected: CelType): boolean {
    const actual = this.#typeOf(expr);
    if (this.#substitutions.isAssignable(expected, actual)) return true;
    this.#mismatch(expr, expected, actual);
    return false;
  }

  #mismatch(expr: Expr, expected: CelType, actual: CelType): void {
    this.#report(expr, `expected type '${formatType(expected)}' but found '${formatType(actual)}'`);
  }

  #undeclared(expr: Expr, name: string): CelType {
    this.#report(expr, `undeclared reference to '${name}' (in container '')`);
    return errorType;
  }

  #newTypeVariable(): CelType {
    return paramType(`_var${this.#typeVariables++}`);
  }

  #typeOf(expr: Expr): CelType {
    return this.#types.get(expr) ?? errorType;
  }

  #report(expr: Expr, message: string): void {
    this.#issues.push({ offset: expr.offset, message });
  }
}

const plainName = (name: string): string => (name.startsWith('.') ? name.slice(1) : name);

function literalType(value: CelValue): CelType {
  if (value === null) return nullType;
  if (value instanceof Uint) return uintType;
  switch (typeof value) {
    case 'boolean':
      return boolType;
    case 'bigint':
      return intType;
    case 'number':
      return doubleType;
    case 'string':
      return stringType;
    default:
      return bytesType;
  }
}
