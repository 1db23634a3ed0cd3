import type { CrdDocument } from '#import/documents/read-documents.js';
import { formatPlace } from '@vmgen/base/yaml';
import { isReservedName } from '#generator/model/reserved-names.js';

/** The reason why a CRD has no package. */
interface RefusedKind {
  readonly document: CrdDocument;
  readonly problem: string;
}

/** Kinds and lists with the same name in a group, of which a cluster serves only the first. */
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

/** Words that cannot be a name, of a type or of anything else. */
const KEYWORDS: ReadonlySet<string> = new Set(
  [
    'break case catch class const continue debugger default delete do else enum export extends',
    'false finally for function if import in instanceof new null return super switch this throw',
    'true try typeof var void while with',
  ].flatMap((words) => words.split(' ')),
);

/** The CRDs whose kind is not a valid TypeScript type name, such as `X-y` and `class`. */
export function refuseUnnameable(crds: readonly CrdDocument[]): RefusedKind[] {
  return crds.flatMap((document) => {
    const { crd, ...place } = document;
    const { kind } = crd.spec.names;
    const isName = /^[A-Za-z]\w*$/.test(kind) && !KEYWORDS.has(kind) && !isReservedName(kind);
    if (isName) return [];
    const what = `the kind ${JSON.stringify(kind)} is not a valid name of a TypeScript type`;
    return [{ document, problem: `${formatPlace(place)}: ${crd.metadata.name ?? ''}: ${what}` }];
  });
}
