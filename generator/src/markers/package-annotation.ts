import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { DeclarationSyntax, ModuleSyntax } from '../syntax/syntax.js';
import type { MarkerDefinition, MarkerUse } from './language/definition.js';
import type { MarkerRegistry } from './registry.js';
import { folderOf } from '../text/names.js';
import { annotate, refuseDuplicates, type Annotation } from './annotation.js';

/** Reads the comments of a package's files that apply to the package. */
export interface PackageAnnotation {
  readonly doc: string;
  readonly markers: readonly MarkerUse[];
  readonly refused: readonly MarkerDefinition[];
  /** Its doc.ts, or its first file. */
  readonly position: SourcePosition;
}

/** By folder. */
export function annotatePackages(
  modules: readonly ModuleSyntax[],
  annotationOf: (declaration: DeclarationSyntax) => Annotation,
  registry: MarkerRegistry,
  diagnostics: DiagnosticList,
): Map<string, PackageAnnotation> {
  const packages = new Map<string, PackageAnnotation>();
  for (const module of modules) {
    const folder = folderOf(module.path);
    const { doc, markers, refused } = annotate(module.comments, ['package'], registry, diagnostics);
    const near = [...module.declarations.values()].map(annotationOf);
    const stray = near.flatMap(({ packageMarkers }) => packageMarkers);
    const strayRefused = near.flatMap((each) => each.refused);
    const known = packages.get(folder);
    const isDoc = module.path.endsWith('/doc.ts');
    packages.set(folder, {
      doc: isDoc ? doc : (known?.doc ?? ''),
      markers: [...(known?.markers ?? []), ...markers, ...stray],
      refused: [...(known?.refused ?? []), ...refused, ...strayRefused],
      position: known && !isDoc ? known.position : { file: module.path, line: 1, column: 1 },
    });
  }
  for (const { markers } of packages.values()) refuseDuplicates(markers, diagnostics);
  return packages;
}
