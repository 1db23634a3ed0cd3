import { lowerFirst } from '../words/names.js';
import { printValue } from '../render/print-value.js';
import { printTypeScript, type TemplateContext } from './template-context.js';
import { crdsName } from './emit-sets.js';
import { ImportSet } from './import-set.js';
import type { PrintedCrd } from '../crds/print-crd.js';

/** The CRD as a manifest. */
export function emitCrd({ headerComment, render }: TemplateContext, { yaml }: PrintedCrd): string {
  return render('crd.yaml', { crd: yaml, headerComment: headerComment('#') });
}

/** The CRDs of a group's folder as constants, for the server behind the fake clientset. */
export function emitCrdConstants(context: TemplateContext, folder: string, path: string): string {
  const all = crdsName(folder);
  const own = context.crds.filter(({ resource }) => resource.folder === folder);
  const imports = new ImportSet(context, path, [all]);
  const crds = own.map(({ resource: { main }, crd }) => {
    const name = imports.declare(`${lowerFirst(main.kind)}Crd`);
    return { name, doc: `The CRD of ${main.kind}.`, value: printValue(crd) };
  });
  const view = { crds, all, doc: 'The CRDs of the group.' };
  return printTypeScript(context, imports, view);
}
