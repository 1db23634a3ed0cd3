import type { BuiltCrd } from '../model/build-crd.js';
import { boundedAt } from '../diagnostics/beyond-bounds.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { ApiModel, ApiPackage, Resource } from '../model/model.js';
import { checkKeywords } from './check-keywords.js';
import { validateCrd } from './validate-crd.js';
import { validatePolicies } from './validate-policies.js';
import { SharedNames } from './refuse-shared-names.js';
import { firstAt, otherAt, relatedTo } from '../diagnostics/related.js';
import { groupNames, kindNames } from '../model/generated-names.js';
import { oncePer } from '../diagnostics/reported.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { usesOf } from '../markers/language/uses-of.js';
import {
  deprecatedVersionMarker,
  printColumnMarker,
  resourceMarker,
} from '../markers/definitions/resource.js';
import { checkPaths } from './check-paths.js';

/** Validates a program, and then its later versions; checks of objects that are the same are not repeated. */
export class Validator {
  readonly #nameClashes = new NameClashes();
  readonly #sharedNames = new SharedNames();

  /**
   * Reports problems of the model that would make the output invalid.
   *
   * @param check reports the problems of a CRD, as {@link checkCrd} does
   */
  validate<Crd extends BuiltCrd>(
    model: ApiModel,
    crds: readonly Crd[],
    diagnostics: DiagnosticList,
    check: (crd: Crd, diagnostics: DiagnosticList) => void,
  ): void {
    this.#nameClashes.refuse(model, diagnostics);
    checkClientNames(model, diagnostics);
    this.#sharedNames.refuse(model, diagnostics);
    for (const built of crds) check(built, diagnostics);
    validatePolicies(model.admissionPolicies, crds, diagnostics);
  }
}

/** Reports problems of a CRD and of its types, which depend on nothing else. */
export function checkCrd(built: BuiltCrd, diagnostics: DiagnosticList): void {
  boundedAt(built.resource.main.type.position, () => {
    for (const { resource } of built.resource.versions) {
      checkKeywords(resource.schema, diagnostics);
      checkKindMarkers(resource, diagnostics);
    }
    validateCrd(built, diagnostics);
  });
}

const LABEL = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const DOMAIN = /^[a-z0-9](?:[-.a-z0-9]{0,251}[a-z0-9])?$/;

/** Validates the parts of request paths for kinds without a CRD, which no other validation covers. */
function checkClientNames({ packages }: ApiModel, diagnostics: DiagnosticList): void {
  for (const { group, version, origins, position, resources } of packages) {
    const clientOnly = resources.filter(({ isSkipped }) => isSkipped);
    if (clientOnly.length === 0) continue;
    if (group !== '' && !DOMAIN.test(group)) {
      const remedy = 'set the complete group name with +groupName=';
      diagnostics.error(
        'VMGEN6005',
        origins.group ?? position,
        `${JSON.stringify(group)} is not a valid group`,
        remedy,
      );
    }
    if (!LABEL.test(version)) {
      const remedy = 'set another name with +versionName=';
      const message = `${JSON.stringify(version)} is not a valid version`;
      diagnostics.error('VMGEN6005', origins.version ?? position, message, remedy);
    }
    for (const { plural, kind, type } of clientOnly) {
      if (LABEL.test(plural)) continue;
      const remedy = 'set another name with +kubebuilder:resource:path=';
      const message = `the plural ${JSON.stringify(plural)} of ${kind} is not a valid resource name`;
      diagnostics.error('VMGEN6005', type.position, message, remedy);
    }
  }
}

/** Finds inputs that would get the same name in generated code. */
class NameClashes {
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

/** Reports duplicate, ineffective and contradicting markers of a kind, which an API server accepts. */
function checkKindMarkers(resource: Resource, diagnostics: DiagnosticList): void {
  refuseRequiredStatus(resource, diagnostics);
  checkPaths(resource, diagnostics);
  checkNames(resource, diagnostics);
  checkColumns(resource, diagnostics);
  for (const { values, position } of usesOf(resource.type.markers, deprecatedVersionMarker)) {
    if (values.warning !== '') continue;
    const message = "the warning is empty, so clients receive the API server's default warning";
    diagnostics.warning('VMGEN3305', position, message, 'name the replacement, or omit warning');
  }
}

function refuseRequiredStatus(
  { kind, hasStatus, schema }: Resource,
  diagnostics: DiagnosticList,
): void {
  if (!hasStatus || schema.kind !== 'object') return;
  const status = schema.properties.find(({ name }) => name === 'status');
  if (!status?.required) return;
  diagnostics.error(
    'VMGEN2009',
    status.position,
    `no ${kind} can be created: its status is required, but the API server drops the status of new objects`,
    'write status?:',
    { fix: { how: 'make-optional', position: status.position } },
  );
}

function checkNames(resource: Resource, diagnostics: DiagnosticList): void {
  const { shortNames = [], categories = [] } = resource.declaredNames;
  for (const { position } of usesOf(resource.type.markers, resourceMarker)) {
    for (const name of repeated(shortNames)) {
      diagnostics.warning(
        'VMGEN3303',
        position,
        `the short name ${name} is specified twice`,
        'remove one',
      );
    }
    for (const name of repeated(categories)) {
      diagnostics.warning(
        'VMGEN3303',
        position,
        `the category ${name} is specified twice`,
        'remove one',
      );
    }
  }
}

function checkColumns(resource: Resource, diagnostics: DiagnosticList): void {
  const seen = new Map<string, SourcePosition>();
  for (const [index, { position }] of usesOf(resource.type.markers, printColumnMarker).entries()) {
    const name = resource.columns[index]?.name ?? '';
    // kubectl prints titles in capitals.
    const title = name.toUpperCase();
    const first = seen.get(title);
    seen.set(title, first ?? position);
    if (first === undefined) continue;
    const message = `kubectl prints a second column ${title}`;
    diagnostics.warning('VMGEN3303', position, message, 'rename one', firstAt(first));
  }
}

/** The words that occur more than once. */
const repeated = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word, index) => words.indexOf(word) < index)),
];
