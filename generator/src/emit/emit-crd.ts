import type { CustomResourceDefinition } from '@vmgen/crd';
import type { CustomResource } from '../model/model.js';
import { lowerFirst } from '../model/names.js';
import { lineComment } from '../render/escape.js';
import { printValue } from '../render/print-value.js';
import type { BuiltCrd } from './build-crd.js';
import { emitTypeScript, type EmitContext } from './emit-context.js';
import { crdsName } from './emit-sets.js';
import type { GeneratedFile } from './generated-file.js';
import { ImportSet } from './import-set.js';
import { printYaml } from './print-yaml.js';
import { refuseBeyondEtcd } from './refuse-beyond-etcd.js';
import { APPLY_LIMIT, trimDescriptions, type TrimmedCrd } from './trim-descriptions.js';

/** The CRD that people apply. */
export function emitCrd(context: EmitContext, { resource, crd }: BuiltCrd): GeneratedFile {
  const text = printFitting(resource, crd, context).trimEnd();
  const headerComment = context.header === '' ? '' : lineComment(context.header, '#');
  return {
    path: `crds/${resource.group}_${resource.main.plural}.yaml`,
    text: context.render('crd.yaml', { crd: text, headerComment }),
    generator: 'crd',
  };
}

/** JSON takes at most six bytes for a character of YAML: what is shorter fits, whatever it holds. */
const SURELY_FITS = APPLY_LIMIT / 6;

/** The CRD as YAML, without the descriptions that would make it too large. */
function printFitting(
  resource: CustomResource,
  crd: CustomResourceDefinition,
  context: EmitContext,
): string {
  const text = printYaml(crd);
  if (text.length < SURELY_FITS) return text;
  const trimmed = context.trimDescriptions
    ? trimDescriptions(crd)
    : { crd, droppedCount: 0, fits: true };
  if (!refuseBeyondEtcd(resource, trimmed.crd, context.findings)) {
    warnOfSize(trimmed, resource, context);
  }
  return trimmed.droppedCount === 0 ? text : printYaml(trimmed.crd);
}

/** The limit is that of the annotation in which kubectl keeps what it applied. */
function warnOfSize(
  { droppedCount, fits }: TrimmedCrd,
  { main }: CustomResource,
  { findings }: EmitContext,
): void {
  if (droppedCount === 0 && fits) return;
  const tooLarge = `the CRD of ${main.kind} is larger than the 256 KiB that kubectl apply can keep`;
  const { position } = main.type;
  if (!fits) {
    const remedy = 'split the kind, or apply the CRD with kubectl apply --server-side';
    findings.warning('VMGEN6102', position, `${tooLarge}, even without descriptions`, remedy);
    return;
  }
  const what = droppedCount === 1 ? 'a description is' : `${droppedCount} descriptions are`;
  findings.warning(
    'VMGEN6101',
    position,
    `${tooLarge}: ${what} left out of it, the deepest first`,
    'shorten the documentation of its fields',
  );
}

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
