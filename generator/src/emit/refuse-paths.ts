import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { ApiModel } from '../model/model.js';
import { whyUnusableName } from '../text/unusable-name.js';
import type { PlannedFile } from './planned-file.js';
import { crdConstantsFile, crdFile, packageFolder } from './output-files.js';

/** Invalid names of kinds, groups and versions are reported elsewhere. */
const REFUSED =
  /^(?:crds\/(?![a-z0-9.-]+_[a-z0-9-]+\.yaml$)|schemas\/(?!all\.json$|[a-z0-9.-]+\/[a-z0-9]+_[a-z0-9]+\.json$))/;

/** Refuses output paths that are not portable: they contain names that users chose. */
export function refusePaths(
  planned: readonly PlannedFile[],
  model: ApiModel,
  diagnostics: DiagnosticList,
): void {
  const taken = new Map<string, Claim>();
  for (const each of planned.filter(({ file }) => !REFUSED.test(file.path))) {
    const { path } = each.file;
    refuseName(each, model, diagnostics);
    for (const place of [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))) {
      claim({ place: `${place}/`, by: each }, taken, model, diagnostics);
    }
    claim({ place: path, by: each }, taken, model, diagnostics);
  }
}

function refuseName(
  { generator, isForeign, file }: PlannedFile,
  model: ApiModel,
  diagnostics: DiagnosticList,
): void {
  const { path } = file;
  // Folders of vmgen's own output have the names of source folders, which exist on some disk.
  const names = isForeign ? path.split('/') : [path.slice(path.lastIndexOf('/') + 1)];
  const reason = names.map(whyUnusableName).find((each) => each !== undefined);
  if (reason === undefined) return;
  if (isForeign) {
    const message = `emitter ${generator}: ${path} would be generated: ${reason}`;
    diagnostics.error('VMGEN9002', undefined, message, 'choose another path for the file');
    return;
  }
  const remedy = 'choose another name with +groupName= or +kubebuilder:resource:path=';
  const message = `${path} would be generated: ${reason}`;
  diagnostics.error('VMGEN2207', positionOf(path, model), message, remedy);
}

/** A path in the output; a folder ends in `/`, which distinguishes it from a file. */
interface Claim {
  readonly place: string;
  readonly by: PlannedFile;
}

/** Windows and macOS ignore the case of names. */
function claim(
  { place, by }: Claim,
  taken: Map<string, Claim>,
  model: ApiModel,
  diagnostics: DiagnosticList,
): void {
  const key = place.replace(/\/$/, '').toLowerCase();
  const first = taken.get(key);
  if (first === undefined) taken.set(key, { place, by });
  if (first === undefined || (first.place === place && place.endsWith('/'))) return;
  if (by.isForeign || first.by.isForeign) {
    const message = `emitter ${by.generator}: ${place} would be generated, but ${first.by.generator} generates ${first.place}`;
    diagnostics.error('VMGEN9002', undefined, message, 'choose another path for one of the files');
    return;
  }
  if (first.place === place) return;
  diagnostics.error(
    'VMGEN2206',
    positionOf(by.file.path, model),
    `${place} and ${first.place} would be generated, which are the same on some file systems`,
    'rename a folder of the APIs',
  );
}

/** The package from which a file of the output is generated. */
function positionOf(
  path: string,
  { packages, customResources }: ApiModel,
): SourcePosition | undefined {
  const pkg =
    packages.find((each) => path.startsWith(`${packageFolder(each)}/`)) ??
    packages.find(({ folder }) => path === crdConstantsFile(folder.group));
  if (pkg) return pkg.position;
  const crd = customResources.find((each) => path === crdFile(each));
  const [version] = crd?.versions ?? [];
  return version && (version.package.origins.group ?? version.package.position);
}
