import type { CrdDocument } from '#import/documents/read-documents.js';
import { formatPlace } from '@vmgen/base/yaml';
import { isReservedName } from '#generator/model/reserved-names.js';

/** Why a CRD has no package. */
export interface RefusedKind {
  readonly document: CrdDocument;
  readonly problem: string;
}

/** Kinds and their lists that stand twice in a group, of which a cluster serves the first. */
export function refuseSharedKinds(crds: readonly CrdDocument[]): RefusedKind[] {
  const takers = new Map<string, CrdDocument>();
  return crds.flatMap((each) => {
    const { group, names } = each.crd.spec;
    const { kind } = names;
    const listKind = names.listKind || `${kind}List`;
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

/** What is no name at all, of a type as of anything else. */
const KEYWORDS: ReadonlySet<string> = new Set(
  [
    'break case catch class const continue debugger default delete do else enum export extends',
    'false finally for function if import in instanceof new null return super switch this throw',
    'true try typeof var void while with',
  ].flatMap((words) => words.split(' ')),
);

/** The CRDs whose kind no type of TypeScript can be called by: `X-y` and `class` are kinds to a cluster. */
export function refuseUnnameable(crds: readonly CrdDocument[]): RefusedKind[] {
  return crds.flatMap((document) => {
    const { crd, ...place } = document;
    const { kind } = crd.spec.names;
    const isName = /^[A-Za-z]\w*$/.test(kind) && !KEYWORDS.has(kind) && !isReservedName(kind);
    if (isName) return [];
    const what = `no type can be called ${JSON.stringify(kind)}, as its kind is`;
    return [{ document, problem: `${formatPlace(place)}: ${crd.metadata.name ?? ''}: ${what}` }];
  });
}
