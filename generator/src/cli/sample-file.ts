import type { CustomResourceDefinition } from '@vmgen/crd';
import { ProgramChecker } from '../compile.js';
import { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { schemaFile } from '../emit/output-files.js';
import { printYaml } from '../emit/print-yaml.js';
import { sampleOf } from '../emit/sample/sample-of.js';
import type { OutputFile } from '../write/plan-write.js';

/** The types of a kind. */
interface TypesOf {
  /** The folder of the group under `apis`. */
  readonly folder: string;
  readonly version: string;
  readonly kind: string;
  /** The files of the version that the kind needs, below `apis`. */
  readonly files: readonly OutputFile[];
}

/** A sample of a kind, which editors check with the JSON Schema of the kind. */
export function sampleText({ folder, version, kind, files }: TypesOf): string {
  const checker = new ProgramChecker({
    wantsCrds: true,
    embeddedObjectMeta: true,
    operator: undefined,
  });
  const sources = files.map(({ path, text }) => ({ path: path.replace('apis/', ''), text }));
  const folders = [{ group: folder, version }];
  const { crds } = checker.check({ root: 'apis', folders, files: sources }, new DiagnosticList());
  const found = crds.find(({ crd }) => crd.spec.names.kind === kind);
  if (found === undefined) throw new Error(`the files do not declare ${kind}`);
  return printedSample(found.crd, version).text;
}

/** A sample of a version of a CRD, with what an API server would reject in it. */
export function printedSample(
  crd: CustomResourceDefinition,
  version: string,
): { readonly text: string; readonly problems: readonly string[] } {
  const { group, names } = crd.spec;
  const schema = `../generated/${schemaFile(group, names.kind, version)}`;
  const { object, problems } = sampleOf(crd, version);
  return { text: `# yaml-language-server: $schema=${schema}\n${printYaml(object)}`, problems };
}
