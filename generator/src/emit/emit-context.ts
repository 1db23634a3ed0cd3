import { lineComment } from '../render/escape.js';
import type { Render } from './render.js';
import type { ApiModel, ApiPackage } from '../model/model.js';
import type { BuiltCrd } from '../crds/build-crd.js';
import type { GeneratedFile, GeneratorName } from '../settings/generated-file.js';
import type { ImportExtension } from '../settings/import-extension.js';
import type { ImportSet } from './import-set.js';
import type { PrintedCrd } from '../crds/print-crd.js';

/** What every emitter gets. */
export interface EmitContext {
  readonly model: ApiModel;
  readonly crds: readonly BuiltCrd[];
  /** Those that are written. */
  readonly printedCrds: readonly PrintedCrd[];
  readonly render: Render;
  /** The text of `--header-file`; empty without one. */
  readonly header: string;
  /** From the output folder to the folder of the APIs: `../apis`. */
  readonly apisPath: string;
  readonly importExtension: ImportExtension;
}

/** Prints a TypeScript file: its body first, which asks for what it imports. */
export function emitTypeScript(
  context: EmitContext,
  generator: GeneratorName,
  template: string,
  path: string,
  imports: ImportSet,
  view: object,
): GeneratedFile {
  const { header, render, importExtension } = context;
  const body = render(template, view, imports).trimEnd();
  const headerComment = header === '' ? '' : lineComment(header, '//');
  const text = render('file.ts', {
    headerComment,
    imports: imports.print(importExtension),
    body,
  });
  return { path, text, generator };
}

/** The folder of a package's output. */
export function packageFolder({ folder }: ApiPackage): string {
  return `${folder.group}/${folder.version}`;
}
