import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nonNamespaced, resourceName } from '../markers/definitions/client.js';
import { resourceMarker, storageVersionMarker } from '../markers/definitions/resource.js';
import { webhookMarker } from '../markers/definitions/webhook.js';
import type { MarkerUse } from '../markers/language/definition.js';
import { find, usesOf } from '../markers/language/uses-of.js';
import { monitoringFiles } from '../monitoring/monitoring-files.js';
import { UsageError } from '../settings/usage-error.js';
import type { OutputFile } from '../write/plan-write.js';
import { addController } from './add-controller.js';
import {
  declaredIn,
  type DeclaredKind,
  markersIn,
  textForVersion,
  textWithStorage,
} from './api-source.js';
import { addFiles, configEdit, withCall, withGroup } from './edit-project.js';
import type { AddCommand } from './init-options.js';
import {
  docFile,
  fileOf,
  kindFiles,
  type NewKind,
  sampleFile,
  webhookFiles,
  webhookPath,
} from './project-files.js';
import { filesOf, groupIn, type Place, placesOf, placesOfGroup } from './project-places.js';
import type { CommandReport } from './report.js';
import { folderOf } from './project-names.js';
import {
  missingOperator,
  NOTHING_KEPT,
  plan,
  type ProjectConfig,
  type ReadProject,
  write,
} from './write-project.js';

/** Adds to the project of the working folder. */
export async function runAdd(
  command: AddCommand,
  readProject: ReadProject,
): Promise<CommandReport> {
  const project = await readProject('.');
  if (project === undefined) {
    throw new UsageError(
      'the working folder has no vmgen.config.*: run vmgen init, or go to a project',
    );
  }
  if (WITH_CODE.has(command.what)) refuseFolders(project);
  switch (command.what) {
    case 'controller':
      return addController(command, project);
    case 'kind':
      return addKind(command, project);
    case 'version':
      return addVersion(command, project);
    case 'webhook':
      return addWebhook(command, project);
    case 'monitoring':
      return addMonitoring(command, project);
  }
}

/** What is added as code in `src`, which imports from the folders of a project. */
const WITH_CODE: ReadonlySet<AddCommand['what']> = new Set(['kind', 'controller', 'webhook']);

/** The place of the option --group, or the only one. */
function placeFor({ group }: AddCommand, project: ProjectConfig): Place | undefined {
  const places = placesOf(project);
  if (group !== undefined) return placesOfGroup(places, group)[0];
  const [first, second] = places;
  if (first !== undefined && second === undefined) return first;
  throw new UsageError(`${project.path} names several groups: add --group`);
}

/** Refuses a project whose folders are not those that the written code imports from. */
function refuseFolders({ path, config: { apis = 'apis', out } }: ProjectConfig): void {
  if (apis === 'apis' && out === 'generated') return;
  throw new UsageError(`${path}: vmgen add needs the folders apis and generated`);
}

function addKind(command: AddCommand, project: ProjectConfig): Promise<CommandReport> {
  const { apis = 'apis' } = project.config;
  const place = placeFor(command, project);
  const version = command.version ?? place?.versions.at(-1) ?? 'v1';
  const folder = place?.folder ?? folderOf(command.group ?? '');
  const group = groupIn(join(apis, folder)) ?? (place === undefined ? command.group : undefined);
  if (group === undefined) {
    throw new UsageError(`${join(apis, folder)} has no doc.ts with +groupName; add it`);
  }
  if (command.group !== undefined && group !== command.group) {
    throw new UsageError(
      `${join(apis, folder)} contains the group ${group}, and the folder of a group is its first label: choose a group with another first label`,
    );
  }
  const { name, isNamespaced } = command;
  const kind: NewKind = { group, folder, version, kind: name, isNamespaced };
  const isNew = place?.versions.includes(version) !== true;
  const files = kindFiles(kind, isNew ? 'types' : fileOf(name));
  refuseTaken(kind, files, project);
  const next = isNew ? withGroup(project, folder, version) : project;
  return addFiles(
    [...(isNew ? [docFile(kind)] : []), ...files],
    [...(isNew ? [configEdit(next)] : []), withCall('Controller', name)],
    command,
    next,
  );
}

/** Refuses a kind whose types or files other kinds have. */
function refuseTaken(
  { folder, version, kind }: NewKind,
  files: readonly OutputFile[],
  project: ProjectConfig,
): void {
  const own = new Set(files.map(({ path }) => path));
  const types = new Set([kind, `${kind}Spec`, `${kind}Status`, `${kind}List`]);
  for (const place of placesOf(project)) {
    for (const each of place.versions) {
      const others = filesOf(place, each).filter(({ path }) => !own.has(path));
      for (const { path, text } of others) {
        const declared = declaredIn({ path, text });
        const taken =
          place.folder === folder && each === version
            ? declared.types.find((name) => types.has(name))
            : declared.kinds.map(({ name }) => name).find((name) => isTaken(place, name));
        if (taken === undefined) continue;
        const isSame = place.folder === folder && declared.kinds.some(({ name }) => name === kind);
        const other = isSame ? `; vmgen add controller ${kind} adds only its controller` : '';
        throw new UsageError(
          `${path} already declares ${taken}: choose another name for the kind${other}`,
        );
      }
    }
  }
  function isTaken(place: Place, name: string): boolean {
    // The files in src have the names of kinds. Versions of a kind share them.
    return fileOf(name) === fileOf(kind) && (place.folder !== folder || name !== kind);
  }
}

/** Adds the admission webhooks of an existing kind, in the version that has them, or its newest one. */
function addWebhook(command: AddCommand, project: ProjectConfig): Promise<CommandReport> {
  const { name, group, version } = command;
  const { operator } = project.config;
  if (operator === undefined) throw new UsageError(missingOperator(project));
  const places = placesOf(project);
  const declarations = (group === undefined ? places : placesOfGroup(places, group)).flatMap(
    (place) => place.versions.flatMap((each) => declarationOf(name, place, each) ?? []),
  );
  const [first] = declarations;
  if (first !== undefined && declarations.some(({ folder }) => folder !== first.folder)) {
    throw new UsageError(`several groups have the kind ${name}: add --group`);
  }
  const handlers = `src/webhooks/${fileOf(name)}.ts`;
  const written = existsSync(handlers)
    ? pathsOf(markersIn({ path: handlers, text: readFileSync(handlers, 'utf8') }))
    : new Set<string>();
  const given = pathsOf(declarations.flatMap(({ files }) => files.flatMap(markersIn)));
  const verbs = ['mutate', 'validate'] as const;
  const isIn = (paths: ReadonlySet<string>) => (each: NewKind) =>
    verbs.some((verb) => paths.has(webhookPath(verb, each)));
  const configured = declarations.find(isIn(given));
  const declaration =
    version === undefined
      ? (configured ?? declarations.find(isIn(written)) ?? declarations.at(-1))
      : declarations.find((each) => each.version === version);
  if (declaration === undefined) {
    throw new UsageError(
      `${project.path} names no version with the kind ${name}; use vmgen add kind`,
    );
  }
  if (configured !== undefined && configured !== declaration) {
    throw new UsageError(
      `the webhook markers in ${project.config.apis ?? 'apis'}/${configured.folder} are for ${name} in ${configured.version}: use --api-version ${configured.version}, or remove the markers`,
    );
  }
  const isGiven = (verb: 'mutate' | 'validate'): boolean =>
    given.has(webhookPath(verb, declaration));
  const hasMarkers = configured !== undefined;
  const isBoth = !command.defaults && !command.validates;
  const webhook = {
    ...declaration,
    hasMarkers,
    mutates: hasMarkers ? isGiven('mutate') : isBoth || command.defaults,
    validates: hasMarkers ? isGiven('validate') : isBoth || command.validates,
  };
  const sample = sampleFile(name);
  const advice = `write ${sample}, an object of the kind ${name}: the test reads it`;
  return addFiles(
    webhookFiles(webhook, operator),
    [withCall('Webhook', name), ...(existsSync(sample) ? [] : [{ advice }])],
    command,
    project,
  );
}

/** Adds the dashboard and the alerts of the operator. Files that the user changed are kept, and the difference is shown. */
function addMonitoring(command: AddCommand, project: ProjectConfig): CommandReport {
  const { operator } = project.config;
  if (operator === undefined) throw new UsageError(missingOperator(project));
  const files = monitoringFiles(operator);
  const planned = command.force ? NOTHING_KEPT : plan(files, '.');
  const next = [
    'next: kubectl apply -f monitoring/alerts.yaml, and import monitoring/dashboard.json into Grafana',
    ...(operator.serviceMonitor === true
      ? []
      : [
          `  Prometheus finds the operator with "serviceMonitor": true in operator of ${project.path}`,
        ]),
  ];
  return write(files, '.', command, planned, next);
}

/** The paths of webhooks. */
const pathsOf = (markers: readonly MarkerUse[]): ReadonlySet<string> =>
  new Set(usesOf(markers, webhookMarker).flatMap(({ values }) => values.path ?? []));

/** The kind in a version, with the files of the version, if one of them declares it. */
function declarationOf(kind: string, place: Place, version: string) {
  const { apis, folder } = place;
  const group = groupIn(join(apis, folder));
  const files = filesOf(place, version);
  const declared = files
    .flatMap((file) => declaredIn(file).kinds)
    .find(({ name }) => name === kind);
  if (declared === undefined || group === undefined) return undefined;
  const { markers } = declared;
  const { path, scope } = find(markers, resourceMarker)?.values ?? {};
  const isCluster = scope === 'Cluster' || find(markers, nonNamespaced) !== undefined;
  const plural = path ?? find(markers, resourceName)?.values.value;
  return { group, folder, version, kind, files, plural, isNamespaced: !isCluster };
}

/** Copies the newest version; the existing one remains the stored one. */
function addVersion(command: AddCommand, project: ProjectConfig): Promise<CommandReport> {
  const { name: version } = command;
  const place = placeFor(command, project);
  const from = place?.versions.at(-1);
  if (place === undefined || from === undefined) {
    throw new UsageError(`${project.path} does not name the group; use vmgen add kind`);
  }
  if (place.versions.includes(version)) {
    throw new UsageError(`${project.path} already names ${place.folder}:${version}`);
  }
  const files = filesOf(place, from);
  const copies = files.map((file) => ({
    path: file.path.replace(/[^/]+\/([^/]+)$/, `${version}/$1`),
    text: textForVersion(file).replace(`/** Package ${from} `, `/** Package ${version} `),
  }));
  const all = place.versions.flatMap((each) => filesOf(place, each));
  const isStored = ({ markers }: DeclaredKind): boolean =>
    find(markers, storageVersionMarker) !== undefined;
  const kinds = all.flatMap((file) => declaredIn(file).kinds);
  const stored = new Set(kinds.filter(isStored).map(({ name }) => name));
  const edits = files.map((file) => {
    const missing = declaredIn(file).kinds.filter(({ name }) => !stored.has(name));
    return { path: file.path, text: textWithStorage(file, missing) };
  });
  const next = withGroup(project, place.folder, version);
  const group = groupIn(join(place.apis, place.folder));
  const samples = files
    .flatMap((file) => declaredIn(file).kinds)
    .flatMap(({ name }) => sampleFor(name, `${group}/`, { from, version }));
  return addFiles([...copies, ...samples], [...edits, configEdit(next)], command, next);
}

/** The sample of a kind for a new version; none if the sample of the old one is missing or has another version. */
function sampleFor(
  kind: string,
  group: string,
  { from, version }: { readonly from: string; readonly version: string },
): OutputFile[] {
  const names = [`samples/${fileOf(kind)}-${from}.yaml`, sampleFile(kind)];
  const [old] = names.filter((path) => existsSync(path));
  const text = old === undefined ? '' : readFileSync(old, 'utf8');
  const apiVersion = new RegExp(`^apiVersion: ${group}${from}$`, 'm');
  if (!apiVersion.test(text)) return [];
  const next = text
    .replace(apiVersion, `apiVersion: ${group}${version}`)
    .replace(`_${from}.json`, `_${version}.json`);
  return [{ path: `samples/${fileOf(kind)}-${version}.yaml`, text: next }];
}
