import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { TypeId, TypeTable } from '../types/type.js';

/** A named type on the path, and the fields through which the path continues. */
export interface Step {
  readonly id: TypeId;
  via: string;
  /** The position of the last of these fields. */
  at?: SourcePosition;
}

/** Refuses a recursive type, with the path back to it. */
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
  // The diagnostic is reported at the last step.
  const related = cycle.slice(0, -1).flatMap(({ at }, index) => {
    const label = `${steps[index]} leads to ${names[index + 1]?.replace(/[.[{].*/, '')}`;
    return at ? [{ position: at, label }] : [];
  });
  diagnostics.error(
    'VMGEN4101',
    usedAt,
    `the type is recursive: ${names.join(' -> ')}`,
    isMereNames
      ? 'write out the type behind one of the names'
      : 'a CRD schema cannot be recursive: mark the field +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
    { related },
  );
}
