import type { ApiPackage } from '../model/model.js';
import { RUNTIME_MODULE } from '../model/runtime-types.js';
import type { NamedType } from '../model/type.js';
import { deepCopyName } from './generated-names.js';
import type { ImportSet } from './import-set.js';

/**
 * What copies a kind of a package: its own function, or the generic one where it opted out. `local` is
 * the kind's name in the file.
 */
export function deepCopyOf(
  type: NamedType,
  pkg: ApiPackage,
  imports: ImportSet,
  local: string,
): string {
  if (pkg.copied.includes(type)) {
    return imports.local('./deepcopy.js', deepCopyName(type.name), 'value');
  }
  imports.values(RUNTIME_MODULE, 'deepCopyJson');
  return `(object) => deepCopyJson<${local}>(object)`;
}
