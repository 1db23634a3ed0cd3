import type { CrdDocument, Documents } from './documents/read-documents.js';
import { formatPlace } from '@vmgen/base/yaml';
import { withoutDescriptions } from './documents/without-descriptions.js';
import { importDefinitions, type ImportedFile } from './import-definitions.js';
import { importOpenApi } from './import-open-api.js';
import { firstSyntaxProblem } from '../syntax/parse-file.js';
import { whyUnusableName } from '../text/unusable-name.js';
import { isReservedName } from '../model/reserved-names.js';
import { listKindOf } from './shapes/declare-kinds.js';

/** Returns the API packages of all documents, or the reasons why they cannot be created. */
export interface ApiPackages {
  readonly files: readonly ImportedFile[];
  /** The number of kinds of CRDs in the packages, and of their versions. */
  readonly kinds: number;
  readonly versions: number;
  readonly schemaMarkers: number;
  /** Packages from OpenAPI documents. */
  readonly openApiCount: number;
  readonly problems: readonly string[];
  /** Problems of skipped documents. */
  readonly skipped: readonly string[];
}

/** How documents become packages. */
export interface PackageOptions {
  /** The folders of groups that do not use their first label. */
  readonly folders: ReadonlyMap<string, string>;
  readonly descriptions: boolean;
  /** Creates the packages of the remaining documents if some are refused. */
  readonly skipInvalid: boolean;
}

/** Creates the packages of CRDs and of OpenAPI documents, each in its own folder. */
export function makePackages(documents: Documents, command: PackageOptions): ApiPackages {
  const refused = [...refuseUnnameable(documents.crds), ...refuseSharedKinds(documents.crds)];
  const reasons = [...new Set(refused.map(({ problem }) => problem))];
  const skipped = command.skipInvalid ? reasons : [];
  const isRefused = new Set(refused.map(({ document }) => document));
  const crds = documents.crds
    .filter((document) => !command.skipInvalid || !isRefused.has(document))
    .map(({ crd }) => (command.descriptions ? crd : withoutDescriptions(crd)));
  const folders = groupFolders(
    crds.map(({ spec }) => spec.group),
    command.folders,
  );
  const problems = [...(command.skipInvalid ? [] : reasons), ...folders.problems];
  const none = { files: [], kinds: 0, versions: 0, schemaMarkers: 0, openApiCount: 0, skipped };
  if (problems.length > 0) return { ...none, problems };
  const ofCrds = importDefinitions(crds, { folderOf: folders.folderOf });
  const ofOpenApis = openApiFiles(documents, command, problems);
  const paths = new Set(ofCrds.files.map(({ path }) => path));
  for (const { path } of ofOpenApis) {
    if (paths.has(path))
      problems.push(
        `${path} is defined by a CRD and by an OpenAPI document: import only one of them`,
      );
  }
  const files = [...ofCrds.files, ...ofOpenApis];
  for (const { path, text } of files) problems.push(...refuseUnreadable(path, text));
  return {
    files,
    kinds: crds.length,
    versions: crds.reduce((sum, { spec }) => sum + spec.versions.length, 0),
    schemaMarkers: ofCrds.schemaMarkers,
    openApiCount: ofOpenApis.filter(({ path }) => path.endsWith('/types.ts')).length,
    problems,
    skipped,
  };
}

/** The output must be valid TypeScript, whatever names a document contains. */
function refuseUnreadable(path: string, text: string): string[] {
  const problem = firstSyntaxProblem(path, text);
  if (problem === undefined) return [];
  const { line, column } = problem.position;
  const shown = (text.split('\n')[line - 1] ?? '').trim().slice(0, 80);
  return [
    `${path}:${line}:${column}: vmgen generated invalid TypeScript for this document: ${problem.message} ` +
      `(${JSON.stringify(shown)}); this is a bug in vmgen: report it with the document`,
  ];
}

function openApiFiles(
  { openApis, discovery }: Documents,
  { descriptions }: PackageOptions,
  problems: string[],
): readonly ImportedFile[] {
  const [first] = openApis;
  if (first === undefined) return [];
  const others = openApis.length > 1 ? ` and ${openApis.length - 1} more` : '';
  return importOpenApi(
    openApis.map(({ openApi }) => openApi),
    {
      discovery,
      descriptions,
      report: (path, problem) =>
        problems.push(`${formatPlace(first)}${others}: ${path} ${problem}`),
    },
  );
}

/** The folders of the packages of groups, or the reason why they are ambiguous. */
interface GroupFolders {
  readonly folderOf: (group: string) => string;
  readonly problems: readonly string[];
}

/**
 * The folders of groups: the first label, as in client-go, or the value of `--folder`. vmgen does not choose
 * between two groups with the same folder.
 */
function groupFolders(groups: readonly string[], given: ReadonlyMap<string, string>): GroupFolders {
  const folderOf = (group: string): string => given.get(group) ?? group.split('.')[0] ?? group;
  const byFolder = new Map<string, string[]>();
  for (const group of [...new Set(groups)].sort()) {
    byFolder.set(folderOf(group), [...(byFolder.get(folderOf(group)) ?? []), group]);
  }
  const problems = [...byFolder].flatMap(([folder, [first, second]]) =>
    first === undefined || second === undefined
      ? []
      : [
          `the groups ${first} and ${second} have the same folder ${folder}: add --folder ${second}=FOLDER for one of them`,
        ],
  );
  for (const folder of byFolder.keys()) {
    const reason = whyUnusableName(folder);
    const [group] = byFolder.get(folder) ?? [];
    if (reason === undefined || group === undefined) continue;
    problems.push(
      `the folder of the group ${group} would be ${folder}: ${reason}; add --folder ${group}=FOLDER`,
    );
  }
  return { folderOf, problems };
}

/** The reason why a CRD has no package. */
interface RefusedKind {
  readonly document: CrdDocument;
  readonly problem: string;
}

/** Kinds and lists with the same name in a group, of which a cluster serves only the first. */
function refuseSharedKinds(crds: readonly CrdDocument[]): RefusedKind[] {
  const takers = new Map<string, CrdDocument>();
  return crds.flatMap((each) => {
    const { group, names } = each.crd.spec;
    const { kind } = names;
    const listKind = listKindOf(names);
    const problems: RefusedKind[] = [];
    for (const name of [kind, listKind]) {
      const key = `${group}/${name}`;
      const before = takers.get(key);
      takers.set(key, before ?? each);
      if (before === undefined) continue;
      const where = `${before.crd.metadata.name ?? ''} in ${formatPlace(before)}`;
      const what = `${where} has the name ${name} in the same group: a cluster would not serve both`;
      const problem = `${formatPlace(each)}: ${each.crd.metadata.name ?? ''}: ${what}`;
      problems.push({ document: each, problem });
    }
    return problems;
  });
}

/** Words that cannot be a name, of a type or of anything else. */
const KEYWORDS: ReadonlySet<string> = new Set(
  [
    'break case catch class const continue debugger default delete do else enum export extends',
    'false finally for function if import in instanceof new null return super switch this throw',
    'true try typeof var void while with',
  ].flatMap((words) => words.split(' ')),
);

/** The CRDs whose kind or list is not a valid TypeScript type name, such as `X-y` and `class`. */
function refuseUnnameable(crds: readonly CrdDocument[]): RefusedKind[] {
  return crds.flatMap((document) => {
    const { crd, ...place } = document;
    const { names } = crd.spec;
    const isName = (name: string): boolean =>
      /^[A-Za-z]\w*$/.test(name) && !KEYWORDS.has(name) && !isReservedName(name);
    const part = isName(names.kind) ? 'listKind' : 'kind';
    const name = part === 'kind' ? names.kind : listKindOf(names);
    if (isName(name)) return [];
    const what = `the ${part} ${JSON.stringify(name)} is not a valid name of a TypeScript type`;
    return [{ document, problem: `${formatPlace(place)}: ${crd.metadata.name ?? ''}: ${what}` }];
  });
}
