import type { CustomResource } from '../model/model.js';
import { lowerFirst } from '../words/names.js';
import { lineComment } from '../render/escape.js';
import { printValue } from '../render/print-value.js';
import { emitTypeScript, type EmitContext } from './emit-context.js';
import { crdsName } from './emit-sets.js';
import type { GeneratedFile } from '../settings/generated-file.js';
import { ImportSet } from './import-set.js';
import type { PrintedCrd } from '../crds/print-crd.js';

/** The CRD that people apply. */
export function emitCrd(
  { header, render }: EmitContext,
  { resource, yaml }: PrintedCrd,
): GeneratedFile {
  const headerComment = header === '' ? '' : lineComment(header, '#');
  const text = render('crd.yaml', { crd: yaml, headerComment });
  return { path: crdPath(resource), text, generator: 'crd' };
}

/** Where the CRD of a kind is written. */
export const crdPath = ({ group, main }: CustomResource): string =>
  `crds/${group}_${main.plural}.yaml`;

/** The CRDs of a group's folder as constants, for the server behind the fake clientset. */
export function emitCrdConstants(context: EmitContext, folder: string): GeneratedFile {
  const all = crdsName(folder);
  const own = context.crds.filter(({ resource }) => resource.folder === folder);
  const imports = new ImportSet([all]);
  const crds = own.map(({ resource: { main }, crd }) => {
    const name = imports.declare(`${lowerFirst(main.kind)}Crd`);
    return { name, doc: `The CRD of ${main.kind}.`, value: printValue(crd) };
  });
  const view = {
    crds,
    all,
    doc: 'The CRDs of the group.',
  };
  return emitTypeScript(context, 'client', 'crds.ts', `${folder}/crds.ts`, imports, view);
}
