import type { Type, TypeId, TypeTable } from '../types/type.js';
import { comparePositions } from '../diagnostics/compare-positions.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';

/** A longer chain of names is resolved from its end, because each step down takes stack. */
const LONG_CHAIN = 20;

/** The names and bases that a long chain leads through, its end first; empty for a short one. */
export function longChain(
  id: TypeId,
  types: TypeTable,
  isKnown: (id: TypeId) => boolean,
): readonly TypeId[] {
  const chain = new Set<TypeId>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const type = types.get(next)?.type;
    for (const base of type ? basesOf(type) : []) {
      if (chain.has(base) || isKnown(base)) continue;
      chain.add(base);
      waiting.push(base);
    }
  }
  return chain.size < LONG_CHAIN ? [] : [...chain].reverse();
}

/** The named types from which the schema of a type starts. */
function basesOf(type: Type): TypeId[] {
  switch (type.kind) {
    case 'named':
      return [type.id];
    case 'object':
      return type.bases.flatMap(basesOf);
    case 'nullable':
    case 'undefinable':
      return basesOf(type.type);
    case 'union':
      return type.members.flatMap(basesOf);
    default:
      return [];
  }
}

/** A named type on the path, and the fields through which the path continues. */
export interface Step {
  readonly id: TypeId;
  via: string;
  /** The position of the last of these fields. */
  at?: SourcePosition;
  /** Where the type before it refers to it. */
  readonly usedAt: SourcePosition | undefined;
}

/** Refuses a recursive type, with the path back to it. */
export function refuseCycle(
  path: readonly Step[],
  back: Step,
  types: TypeTable,
  diagnostics: DiagnosticList,
): void {
  const nameOf = (step: TypeId) => types.get(step)?.name ?? step;
  const [first, ...others] = path.slice(path.findIndex((each) => each.id === back.id));
  const found = first ? [{ ...first, usedAt: back.usedAt }, ...others] : [];
  const cycle = fromFirst(found, types);
  const steps = cycle.map((each) => `${nameOf(each.id)}${each.via}`);
  const names = [...steps, nameOf(cycle[0]?.id ?? back.id)];
  const isMereNames = cycle.every(({ via }) => via === '');
  // The diagnostic is reported at the last step.
  const related = cycle.slice(0, -1).flatMap(({ at }, index) => {
    const label = `${steps[index]} leads to ${names[index + 1]?.replace(/[.[{].*/, '')}`;
    return at ? [{ position: at, label }] : [];
  });
  diagnostics.error(
    'VMGEN4101',
    cycle[0]?.usedAt,
    `the type is recursive: ${names.join(' -> ')}`,
    isMereNames
      ? 'write out the type behind one of the names'
      : 'a CRD schema cannot be recursive: mark the field +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
    { related },
  );
}

/** A cycle from the type that is declared first: it is one diagnostic, wherever kinds enter it. */
function fromFirst(cycle: readonly Step[], types: TypeTable): readonly Step[] {
  let first = 0;
  for (const [index, { id }] of cycle.entries()) {
    const [a, b] = [types.get(id), types.get(cycle[first]?.id ?? id)];
    if (a && b && comparePositions(a.position, b.position) < 0) first = index;
  }
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}
