import type { Checked } from '../check/checked.js';
import { ACCUMULATOR, type Call, type Comprehension, type Expr } from '../syntax/ast.js';
import { runeCount } from '@vmgen/base/text';
import type { CelType } from '../types/cel-type.js';
import type { CostNode, EntrySizes, SchemaSizes } from './cost-node.js';
import { standardCallCost } from './standard-cost.js';
import { estimateLibraryCall, type CallCost } from './library-cost.js';
import {
  add,
  exactly,
  MOST,
  multiply,
  nothing,
  range,
  union,
  unknown,
  type Range,
} from './range.js';
import { LIST_CREATE, MAP_CREATE, STRUCT_CREATE } from './weights.js';

/**
 * Estimates the upper bound of an expression's cost (cel-go's checker/cost.go with Kubernetes'
 * estimator), from the sizes that the schema of `self` allows.
 */
export function estimateMaxCost(checked: Checked, sizes: SchemaSizes): number {
  return new Estimator(checked, sizes).cost(checked.expr).max;
}

interface Local {
  readonly path: readonly string[] | undefined;
  readonly size: Range | undefined;
  readonly entries: EntrySizes | undefined;
}

class Estimator {
  readonly #checked: Checked;
  readonly #sizes: SchemaSizes;
  readonly #paths = new Map<Expr, readonly string[] | undefined>();
  readonly #computedSizes = new Map<Expr, Range>();
  readonly #entrySizes = new Map<Expr, EntrySizes>();
  readonly #locals = new Map<string, Local[]>();

  constructor(checked: Checked, sizes: SchemaSizes) {
    this.#checked = checked;
    this.#sizes = sizes;
  }

  cost(expr: Expr): Range {
    const typeName = this.#checked.typeNames.get(expr);
    if (typeName !== undefined) {
      this.#paths.set(expr, [typeName]);
      return exactly(1);
    }
    switch (expr.kind) {
      case 'literal':
      case 'unspecified':
        return nothing;
      case 'ident':
        this.#paths.set(expr, this.#pathOfName(expr.name));
        return exactly(1);
      case 'select':
        return this.#select(expr.operand, expr.field, expr.testOnly, expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#createList(expr, expr.elements);
      case 'map':
        return this.#createMap(expr);
      case 'struct':
        return add(exactly(STRUCT_CREATE), ...expr.fields.map((field) => this.cost(field.value)));
      case 'comprehension':
        return isBind(expr) ? this.#bind(expr) : this.#comprehension(expr);
    }
  }

  #pathOfName(name: string): readonly string[] | undefined {
    const local = this.#local(name);
    return local === undefined ? [name] : local.path;
  }

  #select(operand: Expr, field: string, testOnly: boolean, expr: Expr): Range {
    const cost = this.cost(operand);
    if (testOnly) return cost;
    const path = this.#path(operand);
    this.#paths.set(expr, path === undefined ? [field] : [...path, field]);
    const { kind } = this.#checked.typeOf(operand);
    return kind === 'map' || kind === 'struct' || kind === 'param' ? add(cost, exactly(1)) : cost;
  }

  #call(expr: Call): Range {
    const [first] = expr.args;
    const resolution = this.#checked.calls.get(expr);
    const name = resolution?.name ?? expr.name;
    if (name === 'dyn' && first !== undefined) {
      const cost = add(exactly(1), this.cost(first));
      this.#copySizes(expr, first);
      return cost;
    }
    const argCosts = expr.args.map((arg) => this.cost(arg));
    const args = expr.args.map((arg) => this.#node(arg));
    if (resolution === undefined) return nothing;
    const { target: targetExpr } = resolution;
    const targetCost = targetExpr === undefined ? nothing : this.cost(targetExpr);
    const target = targetExpr && this.#node(targetExpr);
    const ids = name === '_?._' ? ['select_optional_field'] : resolution.overloads.map((o) => o.id);
    let cost = range(MOST, 0);
    let size: Range | undefined;
    for (const overload of ids) {
      const found = this.#overloadCost(expr, name, overload, target, args, argCosts);
      cost = union(cost, found.cost);
      if (found.size !== undefined)
        size = size === undefined ? found.size : union(size, found.size);
      if (first !== undefined && (overload === 'index_list' || overload === 'index_map')) {
        size = this.#entriesOf(first)?.value;
        const step = overload === 'index_list' ? '@items' : '@values';
        this.#paths.set(expr, [...(this.#path(first) ?? []), step]);
      }
      size ??= this.#size(expr);
    }
    if (size !== undefined) this.#computedSizes.set(expr, size);
    return add(targetCost, cost);
  }

  #overloadCost(
    expr: Expr,
    name: string,
    overload: string,
    target: CostNode | undefined,
    args: readonly CostNode[],
    argCosts: readonly Range[],
  ): CallCost {
    const call = { name, overload, target, args, sizes: this.#sizes };
    const library = estimateLibraryCall(call);
    if (library !== undefined) return { ...library, cost: add(library.cost, ...argCosts) };
    return standardCallCost(call, argCosts, {
      sizeOf: (node) => node.computedSize ?? unknown,
      entriesOf: (node) => (node.expr === undefined ? undefined : this.#entriesOf(node.expr)),
      setEntries: (entries) => void this.#entrySizes.set(expr, entries),
    });
  }

  #createList(expr: Expr, elements: readonly Expr[]): Range {
    const costs = elements.map((element) => this.cost(element));
    const value = this.#unionOfSizes(elements);
    this.#entrySizes.set(expr, { container: 'list', key: exactly(1), value });
    return add(exactly(LIST_CREATE), ...costs);
  }

  #createMap(expr: Expr & { kind: 'map' }): Range {
    const keys = expr.entries.map((entry) => entry.key);
    const values = expr.entries.map((entry) => entry.value);
    const costs = [...keys, ...values].map((part) => this.cost(part));
    const [key, value] = [this.#unionOfSizes(keys), this.#unionOfSizes(values)];
    this.#entrySizes.set(expr, { container: 'map', key, value });
    return add(exactly(MAP_CREATE), ...costs);
  }

  #unionOfSizes(parts: readonly Expr[]): Range {
    const sizes = parts.map((part) => this.#size(part) ?? unknown);
    return sizes.reduce(union, range(parts.length === 0 ? 0 : MOST, 0));
  }

  #comprehension(expr: Comprehension): Range {
    const setup = add(this.cost(expr.range), this.cost(expr.accuInit));
    this.#pushVariable(expr.accuVar, expr.accuInit);
    this.#pushIterationVariables(expr);
    const each = add(this.cost(expr.condition), this.cost(expr.step));
    this.#pop(expr.iterVar);
    if (expr.iterVar2 !== undefined) this.#pop(expr.iterVar2);
    const result = this.cost(expr.result);
    this.#pop(expr.accuVar);
    const count = this.#size(expr.range) ?? unknown;
    this.#setFoldSize(expr, count);
    return add(setup, result, multiply(count, each));
  }

  #setFoldSize(expr: Comprehension, count: Range): void {
    if (expr.accuInit.kind === 'literal') {
      const size = this.#size(expr.accuInit);
      if (size !== undefined) this.#computedSizes.set(expr, size);
      return;
    }
    if (expr.accuInit.kind !== 'list' && expr.accuInit.kind !== 'map') return;
    this.#computedSizes.set(expr, count);
    const entries = this.#entriesOf(expr.step);
    if (entries !== undefined) this.#entrySizes.set(expr, entries);
  }

  #bind(expr: Comprehension): Range {
    const setup = add(this.cost(expr.range), this.cost(expr.accuInit));
    this.#pushVariable(expr.accuVar, expr.accuInit);
    const result = this.cost(expr.result);
    this.#pop(expr.accuVar);
    this.#copySizes(expr, expr.result);
    return add(setup, result);
  }

  #pushVariable(name: string, value: Expr): void {
    const path = this.#path(value);
    this.#push(name, { path, size: this.#size(value), entries: this.#entriesOf(value) });
  }

  #pushIterationVariables(expr: Comprehension): void {
    const entries = this.#entriesOf(expr.range);
    const container = entries?.container ?? this.#checked.typeOf(expr.range).kind;
    const path = this.#path(expr.range) ?? [];
    const isList = container === 'list';
    const element: Local = {
      path: [...path, isList ? '@items' : '@values'],
      size: entries?.value,
      entries: undefined,
    };
    const keyStep = expr.iterVar2 !== undefined && isList ? '@indices' : '@keys';
    const key: Local = { path: [...path, keyStep], size: entries?.key, entries: undefined };
    if (expr.iterVar2 === undefined) return this.#push(expr.iterVar, isList ? element : key);
    this.#push(expr.iterVar, key);
    this.#push(expr.iterVar2, element);
  }

  #push(name: string, local: Local): void {
    this.#locals.set(name, [...(this.#locals.get(name) ?? []), local]);
  }

  #pop(name: string): void {
    this.#locals.set(name, (this.#locals.get(name) ?? []).slice(0, -1));
  }

  #local(name: string): Local | undefined {
    return this.#locals.get(name)?.at(-1);
  }

  #path(expr: Expr): readonly string[] | undefined {
    const local = expr.kind === 'ident' ? this.#local(expr.name) : undefined;
    return local === undefined ? this.#paths.get(expr) : local.path;
  }

  #node(expr: Expr): CostNode {
    const path = this.#path(expr);
    const isAccumulator = path?.[0] === ACCUMULATOR;
    return {
      path: isAccumulator ? undefined : path,
      type: this.#checked.typeOf(expr),
      expr,
      computedSize: this.#size(expr),
    };
  }

  #copySizes(to: Expr, from: Expr): void {
    const [size, entries] = [this.#size(from), this.#entriesOf(from)];
    if (size !== undefined) this.#computedSizes.set(to, size);
    if (entries !== undefined) this.#entrySizes.set(to, entries);
  }

  #size(expr: Expr): Range | undefined {
    const known = this.#computedSizes.get(expr) ?? literalSize(expr);
    if (known !== undefined) return known;
    const bySchema = this.#sizes.sizeAt(this.#path(expr));
    if (bySchema !== undefined) {
      this.#computedSizes.set(expr, bySchema);
      return bySchema;
    }
    if (isScalar(this.#checked.typeOf(expr))) return exactly(1);
    return expr.kind === 'ident' ? this.#local(expr.name)?.size : undefined;
  }

  #entriesOf(expr: Expr): EntrySizes | undefined {
    const known = this.#entrySizes.get(expr);
    if (known !== undefined || expr.kind !== 'ident') return known;
    return this.#local(expr.name)?.entries;
  }
}

/** Whether a fold only binds a name to a value. */
function isBind(expr: Comprehension): boolean {
  return (
    expr.range.kind === 'list' &&
    expr.range.elements.length === 0 &&
    expr.condition.kind === 'literal' &&
    expr.condition.value === false &&
    expr.accuVar !== ACCUMULATOR
  );
}

function literalSize(expr: Expr): Range | undefined {
  if (expr.kind === 'list') return exactly(expr.elements.length);
  if (expr.kind === 'map') return exactly(expr.entries.length);
  if (expr.kind !== 'literal') return undefined;
  if (typeof expr.value === 'string') return exactly(runeCount(expr.value));
  return exactly(expr.value instanceof Uint8Array ? expr.value.length : 1);
}

const SCALAR_KINDS = ['bool', 'double', 'duration', 'int', 'timestamp', 'uint'];

function isScalar(type: CelType): boolean {
  const [param] = type.params;
  if (type.name === 'optional_type' && param !== undefined) return isScalar(param);
  return SCALAR_KINDS.includes(type.kind);
}
