import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { TypeId, TypeTable } from '../types/type.js';

/** A named type on the way down, and the fields by which the way goes on. */
export interface Step {
  readonly id: TypeId;
  via: string;
  /** Where the last of these fields stands. */
  at?: SourcePosition;
}

/** Refuses a type that contains itself, with the way back to it. */
export function refuseCycle(
  path: readonly Step[],
  id: TypeId,
  usedAt: SourcePosition | undefined,
  types: TypeTable,
  diagnostics: DiagnosticList,
): void {
  const nameOf = (step: TypeId) => types.get(step)?.name ?? step;
  const cycle = path.slice(path.findIndex((each) => each.id === id));
  const steps = cycle.map((each) => `${nameOf(each.id)}${each.via}`);
  const names = [...steps, nameOf(id)];
  const isMereNames = cycle.every(({ via }) => via === '');
  // The last step is where the diagnostic stands.
  const related = cycle.slice(0, -1).flatMap(({ at }, index) => {
    const label = `${steps[index]} leads to ${names[index + 1]?.replace(/[.[{].*/, '')}`;
    return at ? [{ position: at, label }] : [];
  });
  diagnostics.error(
    'VMGEN4101',
    usedAt,
    `the type contains itself: ${names.join(' -> ')}`,
    isMereNames
      ? 'say what one of the names stands for'
      : 'a CRD has no recursion: mark the field +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
    { related },
  );
}
