import {
  dynType,
  formatSignature,
  isDyn,
  isSameType,
  paramType,
  type CelType,
} from '../types/cel-type.js';
import { Substitutions } from '../types/substitutions.js';
import type { Overload } from './function-declarations.js';

interface Found {
  readonly overloads: readonly Overload[];
  readonly result: CelType;
}

interface Context {
  readonly substitutions: Substitutions;
  newTypeVariable(): CelType;
}

/**
 * Selects the overloads that accept the arguments and computes the type of their result. Returns a
 * message if none accepts them.
 */
export function resolveOverloads(
  name: string,
  overloads: readonly Overload[],
  args: readonly CelType[],
  isMethod: boolean,
  context: Context,
): Found | { message: string } {
  const { substitutions } = context;
  const fitting: Overload[] = [];
  let result: CelType | undefined;
  for (const overload of overloads) {
    if (overload.isMethod !== isMethod) continue;
    const instance = instantiate(overload, context);
    if (!substitutions.areAssignable(args, instance.args)) continue;
    fitting.push(overload);
    const type = substitutions.resolve(instance.result, false);
    if (result === undefined) result = type;
    else if (!isDyn(result) && !isSameType(type, result)) result = dynType;
  }
  if (result !== undefined) return { overloads: fitting, result };
  const shown = args.map((arg) => substitutions.resolve(arg, true));
  const signature = formatSignature(shown, isMethod);
  return { message: `found no matching overload for '${name}' applied to '${signature}'` };
}

/** Replaces the type parameters of an overload with fresh type variables. */
function instantiate(overload: Overload, context: Context): Pick<Overload, 'args' | 'result'> {
  if (overload.typeParams.length === 0) return overload;
  const fresh = new Substitutions();
  for (const param of overload.typeParams) fresh.bind(paramType(param), context.newTypeVariable());
  return {
    args: overload.args.map((arg) => fresh.resolve(arg, false)),
    result: fresh.resolve(overload.result, false),
  };
}
