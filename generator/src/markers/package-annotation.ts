import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { reported, type Reported, resultOf } from '../diagnostics/reported.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { ModuleSyntax } from '../syntax/syntax.js';
import type { MarkerDefinition, MarkerUse } from './language/definition.js';
import { hasSameElements } from '../text/has-same-elements.js';
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

/** Combines the comments of the files of packages; the result for the same objects is the same object. */
export class PackageAnnotations {
  readonly #known = new Map<
    string,
    { readonly files: readonly FileAnnotations[]; readonly made: Reported<PackageAnnotation> }
  >();

  /** By folder. */
  of(
    files: readonly FileAnnotations[],
    diagnostics: DiagnosticList,
  ): ReadonlyMap<string, PackageAnnotation> {
    const folders = new Map<string, FileAnnotations[]>();
    for (const file of files) {
      const folder = folderOf(file.module.path);
      const known = folders.get(folder);
      if (known) known.push(file);
      else folders.set(folder, [file]);
    }
    const packages = new Map<string, PackageAnnotation>();
    for (const [folder, own] of folders) {
      const known = this.#known.get(folder);
      const made =
        known && hasSameElements(known.files, own)
          ? known.made
          : reported((reports) => annotationOf(own, reports));
      this.#known.set(folder, { files: own, made });
      packages.set(folder, resultOf(made, diagnostics));
    }
    return packages;
  }
}

function annotationOf(
  files: readonly FileAnnotations[],
  diagnostics: DiagnosticList,
): PackageAnnotation {
  const doc = files.find(({ module }) => module.path.endsWith('/doc.ts'));
  const all = files.flatMap(({ ofFile, ofDeclarations }) => [
    { markers: ofFile.markers, refused: ofFile.refused },
    ...ofDeclarations.map(({ packageMarkers: markers, refused }) => ({ markers, refused })),
  ]);
  const markers = all.flatMap((each) => each.markers);
  refuseDuplicates(markers, diagnostics);
  return {
    doc: doc?.ofFile.doc ?? '',
    markers,
    refused: all.flatMap((each) => each.refused),
    position: { file: (doc ?? files[0])?.module.path ?? '', line: 1, column: 1 },
  };
}
