import { lineComment } from '../render/escape.js';
import type { ApiModel, ApiPackage } from '../model/model.js';
import type { EmitContext } from './emitter.js';
import type { ImportSet } from './import-set.js';
import type { Render } from './render.js';

/** What vmgen's own emitters print with. */
export interface TemplateContext extends EmitContext {
  readonly model: ApiModel;
  readonly render: Render;
}

/** Prints a TypeScript file: its body first, which asks for what it imports. */
export function printTypeScript(
  context: TemplateContext,
  template: string,
  imports: ImportSet,
  view: object,
): string {
  const { header, render, importExtension } = context;
  const body = render(template, view, imports).trimEnd();
  const headerComment = header === '' ? '' : lineComment(header, '//');
  return render('file.ts', {
    headerComment,
    imports: imports.print(importExtension),
    body,
  });
}

/** The folder of a package's output. */
export function packageFolder({ folder }: ApiPackage): string {
  return `${folder.group}/${folder.version}`;
}
