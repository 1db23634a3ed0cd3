import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { DEFAULT_SETTINGS } from '../compile.js';
import { fromWorkingFolder } from '../config/check-config.js';
import { formatDiagnostic } from '../diagnostics/format-diagnostic.js';
import { REAL_DISK } from '../disk/observed-disk.js';
import { BUILT_IN_RESOURCES } from '../markers/definitions/built-in-resources.js';
import type { ApiPackage, Resource } from '../model/model.js';
import { createProject, type Project } from '../project.js';
import { locateDiagnostics } from '../syntax/locate-diagnostics.js';
import { UsageError } from '../settings/usage-error.js';
import { didYouMean } from '../text/did-you-mean.js';
import { lowerFirst, pluralOf } from '../text/names.js';
import { nearest } from '../text/nearest.js';
import { whyUnusableName } from '../text/unusable-name.js';
import type { OutputFile } from '../write/plan-write.js';
import { declaredIn } from './api-source.js';
import { addFiles, type Edit, withCall } from './edit-project.js';
import type { AddCommand } from './init-options.js';
import { commandFrom } from './options.js';
import { controllerFiles, type ExistingKind, fileOf, sampleFile } from './project-files.js';
import { filesOf, placesOf } from './project-places.js';
import type { CommandReport } from './report.js';
import { printedSample } from './sample-file.js';
import { notWritten, plan, type ProjectConfig } from './write-project.js';

/** Names that the file of a controller imports. */
const IMPORTED: ReadonlySet<string> = new Set(
  'ApplyConfiguration Cached ConfigMap Manager'.split(' '),
);

/** A kind in a version that the project generates. */
interface Found {
  readonly package: ApiPackage;
  readonly resource: Resource;
}

/** Adds the controller of a kind that the project generates, with a test, and a sample unless it has one. */
export async function addController(
  command: AddCommand,
  project: ProjectConfig,
): Promise<CommandReport> {
  const compiled = compiledProject(project);
  const errors = errorsOf(compiled);
  if (errors.length > 0) return notWritten(errors);
  const found = foundKind(command, project, compiled);
  const kind = existingKind(found);
  refuseName(kind.kind);
  const missing = whyUntested(found);
  const files = controllerFiles(kind, missing === undefined);
  if (!command.force) refuseController(kind.kind, files);
  const sample = missing === undefined ? newSample(found, compiled) : { files: [], edits: [] };
  const edits: Edit[] = [withCall('Controller', kind.kind), ...sample.edits];
  if (missing !== undefined) edits.push({ advice: `no test was written: ${missing}` });
  return addFiles([...files, ...sample.files], edits, command, project);
}

/** The program of a project, as far as it can be compiled. */
function compiledProject({ path, config }: ProjectConfig): Project {
  const { options } = commandFrom({ check: true }, fromWorkingFolder(path, config));
  const { apis, groups, embeddedObjectMeta } = options;
  // Only the model and the CRDs are used, not the output.
  const settings = { ...DEFAULT_SETTINGS, generators: ['crd'], embeddedObjectMeta };
  return createProject({ disk: REAL_DISK, apis, groups, settings });
}

/** The errors of the types. With them, kinds and their schemas may be missing. */
function errorsOf({ diagnostics, sources }: Project): string[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return locateDiagnostics(errors, sources).flatMap((each) => formatDiagnostic(each).split('\n'));
}

/** The only kind that the command can mean. */
function foundKind(
  { name, group, version }: AddCommand,
  project: ProjectConfig,
  { model }: Project,
): Found {
  const all = (model?.packages ?? []).flatMap((each) =>
    each.resources
      .filter(({ isSubresource }) => !isSubresource)
      .map((resource) => ({ package: each, resource })),
  );
  const named = all.filter(({ resource }) => resource.kind === name);
  const wanted = named.filter(
    ({ package: each }) =>
      (group === undefined || group === each.group || group === each.folder.group) &&
      (version === undefined || version === each.version),
  );
  const [first] = wanted;
  if (first === undefined) {
    const kinds = all.map(({ resource }) => resource.kind);
    throw new UsageError(
      named.length > 0
        ? `${name} is a kind of ${shownIn(named)} only`
        : unknownKind(name, kinds, project),
    );
  }
  if (wanted.some(({ package: each }) => each.group !== first.package.group)) {
    throw new UsageError(`${name} is a kind of ${shownIn(wanted)}: add --group`);
  }
  if (wanted.length > 1) {
    throw new UsageError(`${name} is a kind of ${shownIn(wanted)}: add --api-version`);
  }
  return first;
}

/** `web.example.com/v1 and web.example.com/v2`. */
function shownIn(found: readonly Found[]): string {
  const names = found.map(({ package: { group, version } }) => `${group}/${version}`);
  const last = names.pop();
  return names.length === 0 ? String(last) : `${names.join(', ')} and ${last}`;
}

function unknownKind(name: string, kinds: readonly string[], project: ProjectConfig): string {
  const place = outsideConfig(name, project);
  if (place !== undefined) {
    return `${place.path} declares ${name}, but ${project.path} does not name its version: add "${place.version}" to groups`;
  }
  const plural = pluralOf(name).toLowerCase();
  if (Object.values(BUILT_IN_RESOURCES).some((plurals) => plurals.includes(plural))) {
    return `${name} is a built-in kind, which vmgen add controller does not support: write its controller with ${lowerFirst(name)}Resource of @vmgen/kubernetes`;
  }
  const meant = nearest(name, kinds);
  const fix =
    meant === undefined
      ? 'vmgen add kind writes a new kind, and vmgen import those of other projects'
      : didYouMean(name, meant);
  return `${project.path} names no version with the kind ${name}; ${fix}`;
}

/** A file that declares a kind in a version that the config does not name. */
function outsideConfig(name: string, project: ProjectConfig) {
  const { apis = 'apis' } = project.config;
  const places = placesOf(project);
  for (const folder of foldersIn(apis)) {
    const known = places.find((each) => each.folder === folder)?.versions ?? [];
    const others = foldersIn(join(apis, folder)).filter((each) => !known.includes(each));
    for (const version of others) {
      const file = filesOf({ apis, folder, versions: [] }, version)
        .filter(({ text }) => text.includes(name))
        .find((each) => declaredIn(each).kinds.some((kind) => kind.name === name));
      if (file !== undefined) return { path: file.path, version: `${folder}:${version}` };
    }
  }
  return undefined;
}

const foldersIn = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    : [];

function existingKind({ package: each, resource }: Found): ExistingKind {
  const { folder, group, identifier } = each;
  const { kind, namespaced: isNamespaced, plural, pluralIdentifier, type } = resource;
  const file = posix.relative(`${folder.group}/${folder.version}`, type.path);
  return {
    ...{ group, folder: folder.group, version: folder.version, kind, isNamespaced, plural },
    typesFile: file.replace(/(?:\.d)?\.ts$/, ''),
    method: pluralIdentifier,
    groupProperty: lowerFirst(identifier),
  };
}

function refuseName(kind: string): void {
  if (IMPORTED.has(kind)) {
    throw new UsageError(
      `${kind} is a name that the written code imports: write its controller yourself`,
    );
  }
  const reason = whyUnusableName(fileOf(kind));
  if (reason !== undefined) throw new UsageError(`the kind ${kind} is not usable: ${reason}`);
}

/** Refuses to overwrite a controller. */
function refuseController(kind: string, files: readonly OutputFile[]): void {
  const path = plan(files, '.').kept.find((each) => !each.endsWith('.test.ts'));
  if (path === undefined) return;
  throw new UsageError(
    `${path} exists with other content: the kind ${kind} has a controller; --force overwrites it`,
  );
}

/** Why the fake clientset cannot run the test of a kind; undefined if it can. */
function whyUntested({ resource }: Found): string | undefined {
  const { kind, isSkipped, isServed, verbs, outputs } = resource;
  if (isSkipped) return `${kind} has no CRD, from which its sample and the fake clientset are made`;
  if (!isServed) return `no API server serves this version of ${kind}`;
  const needed = ['create', 'get', 'list', 'patch', 'delete'] as const;
  const lacking = needed.filter((verb) => verbs?.has(verb) !== true);
  if (outputs.client && lacking.length === 0) return undefined;
  return `the client of ${kind}, which +genclient describes, has no ${lacking.join(', ') || 'code'}`;
}

/** The sample that the test reads, unless there is one. */
function newSample({ package: each, resource }: Found, { crds }: Project) {
  const path = sampleFile(resource.kind);
  const built = crds.find(
    ({ crd: { spec } }) => spec.group === each.group && spec.names.kind === resource.kind,
  );
  if (existsSync(path) || built === undefined) return { files: [], edits: [] };
  const { text, problems } = printedSample(built.crd, each.version);
  const advice = `complete ${path}, which the test reads: ${problems.join('; ')}`;
  return { files: [{ path, text }], edits: problems.length === 0 ? [] : [{ advice }] };
}
