import { join, normalize, resolve } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import { decodeText } from '../../disk/decode-text.js';
import { ObservedDisk, REAL_DISK } from '../../disk/observed-disk.js';
import type { RawDisk } from '../../disk/source-disk.js';
import { readSources, STANDARD_INPUT } from '../../import/documents/read-sources.js';
import {
  composeYaml,
  formatProblem,
  loadYaml,
  mostTokens,
  type SourceText,
  splitDocuments,
  textPlace,
  type TextPlace,
} from '@vmgen/base/yaml';
import { checkConfig } from '../../config/check-config.js';
import type { VmgenConfig } from '../../config/vmgen-config.js';
import { operatorOf } from '../../settings/operator-config.js';
import { type GroupVersionFolder, parseGroups } from '../../settings/parse-groups.js';
import { GitRevision } from './git-revision.js';
import type { Side, SideCrd, SideSource } from './side.js';
import { readDocuments } from '../../import/documents/read-documents.js';
import type { DocumentPath } from '../compare/change.js';
import type { BuiltCrd } from '../../model/build-crd.js';
import { DiagnosticList } from '../../diagnostics/diagnostic-list.js';
import { load } from '../../load/load.js';
import { locateDiagnostics } from '../../syntax/locate-diagnostics.js';
import { locateField } from '../../validate/locate-field.js';
import { orDiagnostic } from '../../diagnostics/beyond-bounds.js';
import type { SourceSet } from '../../syntax/source.js';
import { ProgramChecker } from '../../compile.js';

/** How sides are read. */
export interface OpenSideOptions {
  /** The groups whose folders of types are compiled; undefined for those of the config in its folder `apis`. */
  readonly groups: readonly GroupVersionFolder[] | undefined;
  /** The config of the project; undefined without one. */
  readonly config: VmgenConfig | undefined;
  /** The API groups to compare; defaults to all. */
  readonly onlyGroups: readonly string[];
  readonly stdin: AsyncIterable<Uint8Array | string>;
}

/** Reads one of the two sets; reasons why it cannot be read are among its problems. */
export async function openSide(source: SideSource, options: OpenSideOptions): Promise<Side> {
  try {
    return await (source.revision === undefined
      ? openOnDisk(source, options)
      : openInGit(source, GitRevision.open(source.revision), options));
  } catch (error) {
    const problems = [`${source.name}: ${errorMessage(error)}`];
    return { crds: [], problems, diagnostics: [], missing: [] };
  }
}

async function openOnDisk(source: SideSource, options: OpenSideOptions): Promise<Side> {
  const { onlyGroups, stdin, config } = options;
  const path = pathOf(source, config);
  const groups = groupsOf(path, options, [config]);
  const disk = new ObservedDisk();
  const isFolder = path !== STANDARD_INPUT && disk.list(path) !== undefined;
  const types = isFolder && groups ? compileSide(path, { groups, disk, config }) : undefined;
  if (types && hasTypes(types, groups)) return ofGroups(types, onlyGroups);
  const { texts, problems } = await readSources([path], stdin);
  // The groups were added or removed.
  if (types && texts.length === 0) return types;
  const problemTexts = problems.map(({ source, reason }) => `${source}: ${reason}`);
  return sideOfTexts(texts, { onlyGroups, problems: problemTexts });
}

/** The folder of the APIs of a config by default. */
const pathOf = ({ path }: SideSource, config: VmgenConfig | undefined): string =>
  path ?? config?.apis ?? 'apis';

/** The groups of the types in a folder; undefined for a folder of CRDs. */
function groupsOf(
  path: string,
  { groups, config }: OpenSideOptions,
  configs: readonly (VmgenConfig | undefined)[],
): readonly GroupVersionFolder[] | undefined {
  if (groups !== undefined) return groups;
  const isApis = config !== undefined && resolve(path) === resolve(config.apis ?? 'apis');
  const all = isApis ? configs.flatMap((each) => each?.groups ?? []) : [];
  return all.length === 0 ? undefined : parseGroups(all);
}

/** The config of a commit: it may have versions that are removed now. Undefined if it is code. */
function configIn(revision: GitRevision): VmgenConfig | undefined {
  const bytes = revision.readBytes('vmgen.config.json');
  try {
    return bytes && checkConfig(JSON.parse(bytes.toString()));
  } catch {
    return undefined;
  }
}

function openInGit(source: SideSource, revision: GitRevision, options: OpenSideOptions): Side {
  const { onlyGroups } = options;
  const { name } = source;
  const then = configIn(revision);
  const config = then ?? options.config;
  const path = pathOf(source, config);
  const groups = groupsOf(path, { ...options, config }, [options.config, then]);
  const kind = revision.kindOf(path);
  if (kind === undefined) throw new Error(`the commit does not contain ${path}`);
  if (kind === 'other') throw new Error(`${path} is neither a file nor a folder in the commit`);
  const disk = new ObservedDisk(diskOf(revision));
  const isFolder = kind === 'folder';
  const types = isFolder && groups ? compileSide(path, { groups, disk, config }) : undefined;
  if (types && hasTypes(types, groups)) return ofGroups(types, onlyGroups);
  const paths = isFolder ? manifestsIn(path, revision) : [normalize(path)];
  if (types && paths.length === 0) return types;
  if (paths.length === 0) throw new Error('the folder contains no .yaml, .yml or .json file');
  const problems: string[] = [];
  const texts = paths.flatMap((each): SourceText[] => {
    const text = decodeText(revision.readBytes(each) ?? Buffer.alloc(0));
    if (typeof text === 'string') return [{ source: each, text }];
    problems.push(`${name}: ${each}: ${text.what} (line ${text.line}, column ${text.column})`);
    return [];
  });
  return sideOfTexts(texts, { onlyGroups, problems });
}

/** Whether a folder contains types of any of the groups; otherwise it may contain CRDs. */
const hasTypes = ({ missing }: Side, groups: readonly GroupVersionFolder[] = []): boolean =>
  missing.length < groups.length;

function ofGroups(side: Side, onlyGroups: readonly string[]): Side {
  if (onlyGroups.length === 0) return side;
  return { ...side, crds: side.crds.filter(({ crd }) => onlyGroups.includes(crd.spec.group)) };
}

function manifestsIn(folder: string, revision: GitRevision): string[] {
  const entries = revision.list(folder) ?? [];
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, kind }) => {
      const path = join(folder, name);
      if (kind === 'folder') return manifestsIn(path, revision);
      return kind === 'file' && /\.(?:ya?ml|json)$/.test(name) ? [path] : [];
    });
}

/** The repository's own files as they were in a commit, and packages as they are installed now. */
function diskOf(revision: GitRevision): RawDisk {
  const isOld = (path: string): boolean =>
    revision.covers(path) && !/(?:^|[\\/])node_modules(?:[\\/]|$)/.test(path);
  return {
    readBytes: (path) => (isOld(path) ? revision.readBytes(path) : REAL_DISK.readBytes(path)),
    list: (path) => (isOld(path) ? revision.list(path) : REAL_DISK.list(path)),
    realPath: (path) => (isOld(path) ? path : REAL_DISK.realPath(path)),
  };
}

/** Texts, and the CRDs in them. */
interface SideOfTextsOptions {
  /** The API groups to compare; defaults to all. */
  readonly onlyGroups?: readonly string[];
  /** Why there are not all texts. */
  readonly problems?: readonly string[];
}

/** Reads the CRDs in texts; other objects are ignored. */
export function sideOfTexts(
  texts: readonly SourceText[],
  { onlyGroups = [], problems: unread = [] }: SideOfTextsOptions = {},
): Side {
  const isWanted = (group: string): boolean =>
    onlyGroups.length === 0 || onlyGroups.includes(group);
  const { crds, problems } = readDocuments(texts, { wants: ({ group }) => isWanted(group) });
  const locators = new Map<string, TextLocator>();
  const locatorOf = (source: string): TextLocator | undefined => {
    const text = texts.find((each) => each.source === source)?.text;
    if (text !== undefined && !locators.has(source)) locators.set(source, createTextLocator(text));
    return locators.get(source);
  };
  return {
    crds: crds.map(({ crd, source }) => ({
      crd,
      locate: (at) => {
        if (source === 'standard input') return undefined;
        const place = locatorOf(source)?.(crd.metadata.name, at);
        return { line: 1, column: 1, ...place, file: normalize(source) };
      },
    })),
    problems: [...unread, ...problems.map(formatProblem)],
    diagnostics: [],
    missing: [],
  };
}

/** Finds parts of CRDs in a text; see {@link createTextLocator}. */
type TextLocator = (name: string | undefined, at: DocumentPath) => TextPlace | undefined;

/**
 * Finds the position of a part of a CRD in a text of one or more YAML or JSON documents, each of which is
 * parsed once. A part that does not exist has the position of its parent. Undefined if the CRD is not found.
 */
function createTextLocator(text: string): TextLocator {
  const yaml = loadYaml();
  const documents = splitDocuments(text).map((document) => {
    let root: Node | undefined;
    return { ...document, root: () => (root ??= composed(document.text)) };
  });
  return (name, at) => {
    for (const document of documents) {
      // Spares the tree of documents that cannot be it.
      if (name !== undefined && !document.text.includes(name)) continue;
      const offset = offsetIn(document.root(), name, at, yaml);
      if (offset !== undefined) return textPlace(document.text, offset, document.firstLine);
    }
    return undefined;
  };
}

type Node = ReturnType<typeof composeYaml>;
type Yaml = ReturnType<typeof loadYaml>;

/** JSON may be laid out in ways that YAML may not. */
function composed(text: string): Node {
  try {
    return composeYaml(loadYaml(), text, { maxTokens: mostTokens(text) });
  } catch {
    return null;
  }
}

function offsetIn(
  node: unknown,
  name: string | undefined,
  at: DocumentPath,
  yaml: Yaml,
): number | undefined {
  const items = stepInto(node, 'items', yaml)?.value;
  if (yaml.isSeq(items)) {
    for (const item of items.items) {
      const offset = offsetIn(item, name, at, yaml);
      if (offset !== undefined) return offset;
    }
    return undefined;
  }
  const metadata = stepInto(node, 'metadata', yaml)?.value;
  const named = stepInto(metadata, 'name', yaml)?.value;
  if (!yaml.isScalar(named) || named.value !== name) return undefined;
  let offset = startOf(node, yaml);
  let value = node;
  for (const step of at) {
    const next = stepInto(value, step, yaml);
    if (next === undefined) break;
    offset = startOf(next.key, yaml) ?? offset;
    value = next.value;
  }
  return offset;
}

/** A field or an item, and the key that identifies it. */
function stepInto(
  node: unknown,
  step: string | number,
  yaml: Yaml,
): { readonly key: unknown; readonly value: unknown } | undefined {
  if (yaml.isMap(node)) {
    return node.items.find(({ key }) => yaml.isScalar(key) && String(key.value) === String(step));
  }
  if (!yaml.isSeq(node) || typeof step !== 'number') return undefined;
  const item = node.items[step];
  return item === undefined ? undefined : { key: item, value: item };
}

const startOf = (node: unknown, yaml: Yaml): number | undefined =>
  yaml.isNode(node) ? node.range?.[0] : undefined;

/** The inputs to compile one side from types. */
interface CompileSideOptions {
  readonly groups: readonly GroupVersionFolder[];
  readonly disk: ObservedDisk;
  /** The config with the operator that serves conversions. */
  readonly config: VmgenConfig | undefined;
}

/** Compiles a folder of APIs to CRDs in memory, with the same pipeline as `vmgen generate`. */
function compileSide(root: string, { groups, disk, config }: CompileSideOptions): Side {
  const diagnostics = new DiagnosticList();
  const isThere = ({ group, version }: GroupVersionFolder): boolean =>
    (disk.list(join(root, group, version)) ?? []).length > 0;
  const sources = { ...load(root, groups.filter(isThere), diagnostics, disk), root };
  const built = compileCrds(sources, config, diagnostics);
  const crds = built.map((each) => sideCrd(each, root));
  const errors = diagnostics.sorted().filter(({ severity }) => severity === 'error');
  const missing = groups.filter((each) => !isThere(each));
  return {
    crds,
    problems: [],
    diagnostics: locateDiagnostics(errors, sources),
    missing: missing.map(({ group, version }) => `${group}/${version}`),
  };
}

function sideCrd({ crd, resource }: BuiltCrd, root: string): SideCrd {
  return {
    crd,
    locate: (at) => {
      const { file, ...place } = locateField(fieldPath(at), resource);
      return { ...place, file: join(root, file) };
    },
  };
}

/** As the API server writes paths: `spec.versions[0].schema.openAPIV3Schema.properties[spec]`. */
function fieldPath(at: DocumentPath): string {
  return at.reduce<string>((path, step, index) => {
    const isNamed = typeof step === 'number' || at[index - 1] === 'properties';
    return isNamed ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`;
  }, '');
}

/** The CRDs of sources in memory; none where diagnostics keep them from being made. */
function compileCrds(
  sources: SourceSet,
  config: VmgenConfig | undefined,
  diagnostics: DiagnosticList,
): readonly BuiltCrd[] {
  const embeddedObjectMeta = config?.embeddedObjectMeta ?? true;
  const operator = config?.operator && operatorOf(config.operator);
  const checker = new ProgramChecker({ wantsCrds: true, embeddedObjectMeta, operator });
  const built = orDiagnostic(diagnostics, () => checker.check(sources, diagnostics).crds);
  return built === undefined || diagnostics.refuses() ? [] : built;
}
