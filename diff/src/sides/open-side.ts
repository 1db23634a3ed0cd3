import { join, normalize } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import { decodeText } from '#generator/disk/decode-text.js';
import { ObservedDisk, REAL_DISK, type RawDisk } from '#generator/disk/observed-disk.js';
import { readSources, STANDARD_INPUT } from '#import/documents/read-sources.js';
import { type SourceText, formatProblem } from '@vmgen/base/yaml';
import type { GroupVersionFolder } from '#generator/settings/parse-groups.js';
import { compileSide } from './compile-side.js';
import { GitRevision } from './git-revision.js';
import type { Side, SideSource } from './side.js';
import { readDocuments } from '#import/documents/read-documents.js';
import { createTextLocator, type TextLocator } from './locate-in-text.js';

/** How sides are read. */
export interface OpenSideOptions {
  /** The groups whose folders of types are compiled; undefined for none. */
  readonly groups: readonly GroupVersionFolder[] | undefined;
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

async function openOnDisk({ path }: SideSource, options: OpenSideOptions): Promise<Side> {
  const { groups, onlyGroups, stdin } = options;
  const disk = new ObservedDisk();
  const isFolder = path !== STANDARD_INPUT && disk.list(path) !== undefined;
  const types = isFolder && groups ? compileSide(path, { groups, disk, root: path }) : undefined;
  if (types && hasTypes(types, options)) return ofGroups(types, onlyGroups);
  const { texts, problems } = await readSources([path], stdin);
  // The groups were added or removed.
  if (types && texts.length === 0) return types;
  const problemTexts = problems.map(({ source, reason }) => `${source}: ${reason}`);
  return readSide(texts, { onlyGroups, problems: problemTexts });
}

function openInGit(
  { name, path }: SideSource,
  revision: GitRevision,
  options: OpenSideOptions,
): Side {
  const { groups, onlyGroups } = options;
  const kind = revision.kindOf(path);
  if (kind === undefined) throw new Error(`the commit does not contain ${path}`);
  if (kind === 'other') throw new Error(`${path} is neither a file nor a folder in the commit`);
  const disk = new ObservedDisk(diskOf(revision));
  const isFolder = kind === 'folder';
  const types = isFolder && groups ? compileSide(path, { groups, disk, root: path }) : undefined;
  if (types && hasTypes(types, options)) return ofGroups(types, onlyGroups);
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
  return readSide(texts, { onlyGroups, problems });
}

/** Whether a folder contains types of any of the groups; otherwise it may contain CRDs. */
const hasTypes = ({ missing }: Side, { groups }: OpenSideOptions): boolean =>
  missing.length < (groups?.length ?? 0);

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
interface ReadSideOptions {
  /** The API groups to compare; defaults to all. */
  readonly onlyGroups: readonly string[];
  /** Why there are not all texts. */
  readonly problems: readonly string[];
}

/** Reads the CRDs in texts; other objects are ignored. */
function readSide(texts: readonly SourceText[], options: ReadSideOptions): Side {
  const isWanted = (group: string): boolean =>
    options.onlyGroups.length === 0 || options.onlyGroups.includes(group);
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
    problems: [...options.problems, ...problems.map(formatProblem)],
    diagnostics: [],
    missing: [],
  };
}
