import type { NamedType } from '../types/type.js';
import type { ImportSet } from './import-set.js';

/**
 * What copies a kind: its own function, by the names of the package's, or the generic one where it opted
 * out. `local` is the kind's name in the file.
 */
export function deepCopyOf(
  type: NamedType,
  names: ReadonlyMap<NamedType, string>,
  imports: ImportSet,
  local: string,
): string {
  const own = names.get(type);
  if (own !== undefined) return imports.value(own, './deepcopy.js');
  return `(object) => ${imports.value('deepCopyJson')}<${local}>(object)`;
}
