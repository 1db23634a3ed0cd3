import type { FindingList } from '../findings/finding-list.js';
import type { SourcePosition } from '../findings/finding.js';
import type { ApiModel } from '../model/model.js';
import { whyUnusableName } from '../render/unusable-name.js';
import { packageFolder } from './emit-context.js';

/** A CRD with names that no API server takes, which is told of it already. */
const REFUSED_CRD = /^crds\/(?![a-z0-9.-]+_[a-z0-9-]+\.yaml$)/;

/** Refuses output that some disk could not hold: its paths are made of names that users chose. */
export function refusePaths(
  paths: readonly string[],
  model: ApiModel,
  findings: FindingList,
): void {
  const taken = new Map<string, string>();
  for (const path of paths.filter((each) => !REFUSED_CRD.test(each))) {
    const reason = whyUnusableName(path.slice(path.lastIndexOf('/') + 1));
    if (reason !== undefined) {
      const remedy = 'say another name with +groupName= or +kubebuilder:resource:path=';
      findings.error(
        'VMGEN2207',
        positionOf(path, model),
        `${path} would be generated: ${reason}`,
        remedy,
      );
    }
    // A folder ends in `/`, so that it is told from a file of the same name.
    for (const place of [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))) {
      claim(place, path, taken, model, findings);
    }
    claim(path, path, taken, model, findings);
  }
}

/** Names that differ only in case are one name to Windows and macOS. */
function claim(
  place: string,
  path: string,
  taken: Map<string, string>,
  model: ApiModel,
  findings: FindingList,
): void {
  const key = place.replace(/\/$/, '').toLowerCase();
  const first = taken.get(key) ?? place;
  taken.set(key, first);
  if (first === place) return;
  findings.error(
    'VMGEN2206',
    positionOf(path, model),
    `${place} and ${first} would be generated, which some disks take for one`,
    'rename a folder of the APIs',
  );
}

/** The package that a file of the output is made of. */
function positionOf(
  path: string,
  { packages, customResources }: ApiModel,
): SourcePosition | undefined {
  const pkg =
    packages.find((each) => path.startsWith(`${packageFolder(each)}/`)) ??
    packages.find(({ folder }) => path.startsWith(`${folder.group}/`));
  if (pkg) return pkg.position;
  const crd = customResources.find(({ group }) => path.startsWith(`crds/${group}_`));
  const [version] = crd?.versions ?? [];
  return version && (version.package.origins.group ?? version.package.position);
}
