import { BUILT_IN_RESOURCES } from '../markers/definitions/built-in-resources.js';
import { RARE_VERBS, type rbacMarker, VERBS } from '../markers/definitions/rbac.js';
import type { MarkerUse, UseOf } from '../markers/language/definition.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { didYouMean } from '../text/did-you-mean.js';
import { nearest } from '../text/nearest.js';

/** The plurals of the kinds of a run, by the whole names of their groups. */
export type OwnResources = ReadonlyMap<string, readonly string[]>;

/** The parts of a package that rules are compared with. */
interface Served {
  readonly group: string;
  readonly resources: readonly { readonly plural: string }[];
  readonly isPartial: boolean;
}

/** Of packages that could be read as a whole. */
export function ownResources(packages: readonly Served[]): OwnResources {
  const own = new Map<string, string[]>();
  for (const { group, resources, isPartial } of packages) {
    if (isPartial) continue;
    own.set(group, [...(own.get(group) ?? []), ...resources.map(({ plural }) => plural)]);
  }
  return own;
}

/**
 * Warns about words of a rule that are similar to those of the API. Other words are not reported: resources
 * of other APIs, and verbs that an authorizer defines.
 */
export function checkRule(
  use: UseOf<typeof rbacMarker>,
  own: OwnResources,
  diagnostics: DiagnosticList,
): void {
  const { verbs, groups = [], resources = [] } = use.values;
  for (const verb of verbs) {
    if ([...VERBS, ...RARE_VERBS].includes(verb)) continue;
    warnOfUnknown(use, `verb ${verb}`, verb, VERBS, diagnostics);
  }
  const named = { groups: groups.map((group) => (group === 'core' ? '' : group)), resources };
  checkResources(use, named, own, diagnostics);
}

/**
 * Warns about groups of a marker that are similar to those of the run, and about resources that are similar to those
 * of its groups. A resource may be one of any group, so that none is reported if a group is unknown.
 */
export function checkResources(
  use: MarkerUse,
  {
    groups,
    resources,
  }: { readonly groups: readonly string[]; readonly resources: readonly string[] },
  own: OwnResources,
  diagnostics: DiagnosticList,
): void {
  const unknown = groups.filter((group) => pluralsOf(group, own).length === 0);
  const known = [...own.keys(), ...Object.keys(BUILT_IN_RESOURCES).filter((group) => group !== '')];
  for (const group of unknown) {
    warnOfUnknown(use, `group ${group}`, group, known, diagnostics);
  }
  const plurals = groups.flatMap((group) => pluralsOf(group, own));
  if (unknown.length > 0) return;
  for (const resource of resources) {
    const [name = ''] = resource.split('/');
    if (name === '*' || plurals.includes(name)) continue;
    const whose = groups.map((group) => group || 'the core group').join(' or ');
    warnOfUnknown(use, `resource ${name} of ${whose}`, name, plurals, diagnostics);
  }
}

const pluralsOf = (group: string, own: OwnResources): readonly string[] => [
  ...(own.get(group) ?? []),
  ...(Object.hasOwn(BUILT_IN_RESOURCES, group) ? (BUILT_IN_RESOURCES[group] ?? []) : []),
];

function warnOfUnknown(
  { definition, position }: MarkerUse,
  what: string,
  word: string,
  known: Iterable<string>,
  diagnostics: DiagnosticList,
): void {
  const meant = nearest(word, known);
  if (meant === undefined) return;
  const message = `+${definition.name} names the unknown ${what}`;
  const fix = { how: 'rewrite-value', position, old: word, text: meant } as const;
  diagnostics.warning('VMGEN8004', position, message, didYouMean(word, meant), { fix });
}
