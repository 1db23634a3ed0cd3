import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { ModuleSyntax } from '../syntax/syntax.js';
import type { MarkerDefinition, MarkerUse } from './language/definition.js';
import { folderOf } from '../text/names.js';
import { refuseDuplicates, type Annotation } from './annotation.js';

/** Reads the comments of a package's files that apply to the package. */
export interface PackageAnnotation {
  readonly doc: string;
  readonly markers: readonly MarkerUse[];
  readonly refused: readonly MarkerDefinition[];
  /** Its doc.ts, or its first file. */
  readonly position: SourcePosition;
}

/** The comments of a file, and those of its declarations, which may be meant for the package. */
interface FileAnnotations {
  readonly module: ModuleSyntax;
  readonly ofFile: Annotation;
  readonly ofDeclarations: readonly Annotation[];
}

/** By folder. */
export function annotatePackages(
  files: readonly FileAnnotations[],
  diagnostics: DiagnosticList,
): Map<string, PackageAnnotation> {
  const packages = new Map<string, PackageAnnotation>();
  for (const { module, ofFile, ofDeclarations } of files) {
    const folder = folderOf(module.path);
    const { doc, markers, refused } = ofFile;
    const stray = ofDeclarations.flatMap(({ packageMarkers }) => packageMarkers);
    const strayRefused = ofDeclarations.flatMap((each) => each.refused);
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
