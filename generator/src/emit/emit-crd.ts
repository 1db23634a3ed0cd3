import { lowerFirst } from '../model/names.js';
import { lineComment } from '../render/escape.js';
import { printValue } from '../render/print-value.js';
import type { BuiltCrd } from './build-crd.js';
import { emitTypeScript, type EmitContext } from './emit-context.js';
import { crdsName } from './emit-sets.js';
import type { GeneratedFile } from './generated-file.js';
import { ImportSet } from './import-set.js';
import { printYaml } from './print-yaml.js';
import { trimDescriptions } from './trim-descriptions.js';

/** The CRD that people apply. */
export function emitCrd(context: EmitContext, { resource, crd }: BuiltCrd): GeneratedFile {
  const text = printYaml(trimDescriptions(crd)).trimEnd();
  const headerComment = context.header === '' ? '' : lineComment(context.header, '#');
  return {
    path: `crds/${resource.group}_${resource.main.plural}.yaml`,
    text: context.render('crd.yaml', { crd: text, headerComment }),
    generator: 'crd',
  };
}

/** The CRDs of a group's folder as constants, for the server behind the fake clientset. */
export function emitCrdConstants(context: EmitContext, folder: string): GeneratedFile {
  const all = crdsName(folder);
  const own = context.crds.filter(({ resource }) => resource.folder === folder);
  const crds = own.map(({ resource: { main }, crd }) => {
    const name = `${lowerFirst(main.kind)}Crd`;
    return { name, doc: `The CRD of ${main.kind}.`, value: printValue(crd) };
  });
  const imports = new ImportSet([...crds.map(({ name }) => name), all]);
  imports.types('@vmgen/apiserver/schema', 'CustomResourceDefinition');
  const view = {
    crds,
    all,
    doc: 'The CRDs of the group.',
  };
  return emitTypeScript(context, 'client', 'crds.ts', `${folder}/crds.ts`, imports, view);
}
