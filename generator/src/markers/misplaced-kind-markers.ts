import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { Fix } from '../diagnostics/diagnostic.js';
import { EXPORT_EQUALS, type DeclarationSyntax, type ModuleSyntax } from '../syntax/syntax.js';
import type { MarkerUse } from './language/definition.js';
import { kindMarkersOf } from './kind-markers.js';

/**
 * The name by which other files can import a declaration: its own name if possible, otherwise the name of an
 * `export { A as B }` or `default`. Undefined if the module does not export it.
 */
export function exportedName(
  { isExported, name }: DeclarationSyntax,
  { reexports }: ModuleSyntax,
): string | undefined {
  if (isExported) return name;
  const names = [...reexports].flatMap(([exported, link]) =>
    link.specifier === '' && link.name === name && exported !== EXPORT_EQUALS ? [exported] : [],
  );
  return (
    names.find((each) => each === name) ?? names.find((each) => each !== 'default') ?? names[0]
  );
}

/** The change that exports a declaration. */
export const exportFix = ({
  name,
  position,
}: Pick<DeclarationSyntax, 'name' | 'position'>): Fix => ({ how: 'export', position, name });

/** The reason why a declaration cannot be a kind, independent of its content; undefined if it can. */
export function notAKindReason(
  declaration: DeclarationSyntax,
  module: ModuleSyntax,
): readonly [what: string, remedy: string, fix?: Fix | undefined] | undefined {
  const { name, typeParameters } = declaration;
  if (declaration.kind === 'unreadable') return ['which cannot be read', 'fix the syntax'];
  if (declaration.kind === 'refused') return ['which is not a data type', declaration.remedy];
  if (typeParameters.length > 0) {
    return ['which is generic', `move it to the kinds that use ${name}`];
  }
  if (exportedName(declaration, module) === undefined) {
    return ['which is not exported', `write export before ${name}`, exportFix(declaration)];
  }
  return undefined;
}

/** Reports kind markers on declarations of a file that cannot be kinds. */
export function refuseMisplacedKindMarkers(
  module: ModuleSyntax,
  markersOf: (declaration: DeclarationSyntax) => readonly MarkerUse[],
  diagnostics: DiagnosticList,
): void {
  for (const declaration of module.declarations.values()) {
    const reason = notAKindReason(declaration, module);
    if (!reason) continue;
    const [what, remedy, fix] = reason;
    const markers = kindMarkersOf(markersOf(declaration));
    if (!markers) continue;
    const { names, count, position } = markers;
    const message = `${names} ${count === 1 ? 'has' : 'have'} no effect on ${declaration.name}, ${what}`;
    diagnostics.error('VMGEN2004', position, message, remedy, { fix });
  }
}
