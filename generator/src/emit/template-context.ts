import type { ApiModel } from '../model/model.js';
import type { EmitContext } from './emitter.js';
import type { ImportSet } from './import-set.js';
import type { Render } from './render.js';

/** The context of the built-in emitters. */
export interface TemplateContext extends EmitContext {
  readonly model: ApiModel;
  readonly render: Render;
}

/** Prints a TypeScript file with the template of its name: first the body, which requests the imports. */
export function printTypeScript(
  { headerComment, render }: TemplateContext,
  imports: ImportSet,
  view: object,
): string {
  const body = render(
    imports.path.slice(imports.path.lastIndexOf('/') + 1),
    view,
    imports,
  ).trimEnd();
  return render('file.ts', {
    headerComment: headerComment('//'),
    imports: imports.print(),
    body,
  });
}
