import type { FindingList } from '../findings/finding-list.js';
import type { Fix } from '../findings/finding.js';
import type { DeclarationSyntax, ModuleSyntax } from '../frontend/syntax.js';
import type { MarkerUse } from '../markers/language/definition.js';
import { kindMarkersOf } from './kind-markers.js';

/** Whether other files can import a declaration by its own name. */
export function isExported({ isExported, name }: DeclarationSyntax, module: ModuleSyntax): boolean {
  const link = module.reexports.get(name);
  return isExported || (link?.specifier === '' && link.name === name);
}

/** The change that exports a declaration. */
export const exportFix = ({
  name,
  position,
}: Pick<DeclarationSyntax, 'name' | 'position'>): Fix => ({ how: 'export', position, name });

/** Why a declaration can be no kind, whatever it holds; undefined where it can. */
export function whyHidden(
  declaration: DeclarationSyntax,
  module: ModuleSyntax,
): readonly [what: string, remedy: string, fix?: Fix | undefined] | undefined {
  const { name, typeParameters } = declaration;
  if (declaration.kind === 'unreadable') return ['which cannot be read', 'mend the syntax'];
  if (declaration.kind === 'refused') return ['which is no type of an API', declaration.remedy];
  if (typeParameters.length > 0) {
    return ['which is generic', `move it to the kinds that are made from ${name}`];
  }
  if (!isExported(declaration, module)) {
    const remedy = `write export, without default, before ${name}`;
    return ['which is not exported by its name', remedy, exportFix(declaration)];
  }
  return undefined;
}

/** Refuses markers of kinds where nobody would look for one. */
export function refuseHiddenKinds(
  modules: readonly ModuleSyntax[],
  markersOf: (declaration: DeclarationSyntax) => readonly MarkerUse[],
  findings: FindingList,
): void {
  for (const module of modules) {
    for (const declaration of module.declarations.values()) {
      const hidden = whyHidden(declaration, module);
      if (!hidden) continue;
      const [what, remedy, fix] = hidden;
      const markers = kindMarkersOf(markersOf(declaration));
      if (!markers) continue;
      const { names, count, position } = markers;
      const message = `${names} ${count === 1 ? 'has' : 'have'} no effect on ${declaration.name}, ${what}`;
      findings.error('VMGEN2004', position, message, remedy, { fix });
    }
  }
}
