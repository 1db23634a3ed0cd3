import { otherAt, relatedTo } from '../diagnostics/related.js';
import { groupNames, kindNames } from '../model/generated-names.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { oncePer } from '../diagnostics/reported.js';
import type { ApiModel, ApiPackage, Resource } from '../model/model.js';

/** Finds inputs that would get the same name in generated code. */
export class NameClashes {
  readonly #refuseKinds = oncePer(refuseKindClashes);

  refuse(model: ApiModel, diagnostics: DiagnosticList): void {
    // An unreadable file may declare another name.
    const read = model.packages.filter(({ isPartial }) => !isPartial);
    refuseGroupClashes(read, diagnostics);
    refuseOtherGroups(read, diagnostics);
    for (const pkg of model.packages) this.#refuseKinds(pkg, diagnostics);
  }
}

/** The members of clientsets and fakes besides the groups. */
const TAKEN: readonly string[] = ['transport', 'fake'];

function refuseGroupClashes(packages: readonly ApiPackage[], diagnostics: DiagnosticList): void {
  const seen = new Map<string, ApiPackage>();
  for (const pkg of packages) {
    const { property } = groupNames(pkg);
    if (TAKEN.includes(property)) {
      diagnostics.error(
        'VMGEN2203',
        pkg.position,
        `${pkg.folder.group}/${pkg.folder.version} would have the name ${property}, which is reserved in clientsets`,
        'set another name with +groupGoName=',
      );
    }
    const first = seen.get(property);
    if (first) {
      diagnostics.error(
        'VMGEN2203',
        pkg.position,
        `${pkg.folder.group}/${pkg.folder.version} and ${first.folder.group}/${first.folder.version} would both have the name ${property}`,
        'give one of them another name with +groupGoName=',
        otherAt(first.position),
      );
    }
    seen.set(property, pkg);
  }
}

/** The versions of a folder share a file of CRDs, which contains each kind once. */
function refuseOtherGroups(packages: readonly ApiPackage[], diagnostics: DiagnosticList): void {
  const seen = new Map<string, ApiPackage>();
  for (const pkg of packages.filter(({ isPartial }) => !isPartial)) {
    const { folder, group, origins, position } = pkg;
    const first = seen.get(folder.group) ?? pkg;
    seen.set(folder.group, first);
    if (first.group === group) continue;
    diagnostics.error(
      'VMGEN2107',
      origins.group ?? position,
      `${folder.group}/${folder.version} has the group ${group}, but ${folder.group}/${first.folder.version} has ${first.group}`,
      'use the same +groupName= in all versions, or move one to a separate folder',
      otherAt(first.origins.group ?? first.position),
    );
  }
}

/** The names in generated code that are derived from kinds with changed case, by scope. */
const CHANGED = [['resource', 'guard'], ['method']] as const;

function refuseKindClashes(pkg: ApiPackage, diagnostics: DiagnosticList): void {
  for (const parts of CHANGED) {
    const seen = new Map<string, Resource>();
    for (const resource of pkg.resources) {
      const names = kindNames(resource);
      for (const name of parts.map((part) => names[part])) {
        const first = seen.get(name);
        seen.set(name, resource);
        if (first === undefined) continue;
        diagnostics.error(
          'VMGEN2203',
          resource.type.position,
          `generated code for ${first.kind} and ${resource.kind} would both have ${name}`,
          'rename one of the kinds',
          relatedTo(first.type.position, `${first.kind} is here`),
        );
      }
    }
  }
}
