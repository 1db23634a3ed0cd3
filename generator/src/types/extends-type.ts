import { isAssignable } from './assignable.js';
import type { Evaluator } from './evaluator.js';
import { withBindings, type Binding, type Scope } from './scope.js';
import type { Type } from './type.js';
import { writeQuestion } from './type-question.js';

/** Whether a type extends another, and the inferred types. */
export interface Match {
  readonly matches: boolean;
  readonly inferred: ReadonlyMap<string, Binding>;
}

/** The names that the other type infers, and their scope. */
interface Inferring {
  readonly names: readonly string[];
  readonly scope: Scope;
}

const NOTHING: ReadonlyMap<string, Binding> = new Map();

/**
 * Whether `type extends target`; the type checker decides where the syntax is not sufficient. Undefined if
 * unknown.
 */
export function extendsType(
  type: Type,
  target: Type,
  evaluator: Evaluator,
  inferring?: Inferring,
): Match | undefined {
  const { names = [] } = inferring ?? {};
  if (names.length === 0) {
    const known = isAssignable(type, target, evaluator);
    if (known !== undefined) return { matches: known, inferred: NOTHING };
  }
  const written = writeQuestion(type, target, names, evaluator.types);
  if (!written) return undefined;
  const answer = evaluator.oracle(written.question);
  if (!answer?.matches || !inferring) return answer && { ...answer, inferred: NOTHING };
  const scope = withBindings(inferring.scope, written.names);
  const inferred = [...answer.inferred].map(
    ([name, syntax]) => [name, { type: evaluator.resolve(syntax, scope) }] as const,
  );
  return { matches: true, inferred: new Map(inferred) };
}
