import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { ModuleSyntax } from '../syntax/syntax.js';
import type { ModuleSet } from './module-set.js';
import { isRuntimeType } from '../syntax/runtime-types.js';
import type { TypeTable } from './type.js';

/**
 * Reports `declare module` declarations that add to a type of an API: its fields would be missing. Additions
 * to other types do not affect the API.
 */
export function refuseAugmentations(
  modules: Iterable<ModuleSyntax>,
  set: ModuleSet,
  types: TypeTable,
  diagnostics: DiagnosticList,
): void {
  const declarations = new Set([...types.keys()].map((id) => id.replace(/<.*$/s, '')));
  for (const module of modules) {
    for (const { specifier, name, position } of module.augmentations) {
      const found = set.imported(specifier, name, module);
      const isUsed =
        found.kind === 'declaration'
          ? declarations.has(`${found.module.path}#${found.declaration.name}`)
          : found.kind === 'runtime' && isRuntimeType(found.name);
      if (!isUsed) continue;
      diagnostics.error(
        'VMGEN4011',
        position,
        `declare module adds to ${name} of ${specifier}, which vmgen does not read`,
        `declare it where ${name} is declared, or in an interface that extends ${name}`,
      );
    }
  }
}
