import type { rbacMarker } from '../markers/definitions/rbac.js';
import type { DiagnosticCode } from '../diagnostics/code.js';
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

/** The verbs of requests for objects. Other verbs such as use and escalate have a meaning too. */
const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];
const RARE_VERBS = ['*', 'use', 'bind', 'escalate', 'impersonate', 'approve', 'sign', 'attest'];

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
    warnOfUnknown('VMGEN8004', use, `verb ${verb}`, verb, VERBS, diagnostics);
  }
  checkResources('VMGEN8004', use, { groups, resources }, own, diagnostics);
}

/** Warns about groups and resources of a marker that are similar to those of the run. */
export function checkResources(
  code: DiagnosticCode,
  use: MarkerUse,
  {
    groups,
    resources,
  }: { readonly groups: readonly string[]; readonly resources: readonly string[] },
  own: OwnResources,
  diagnostics: DiagnosticList,
): void {
  for (const group of groups) {
    const plurals = own.get(group);
    if (plurals === undefined) {
      warnOfUnknown(code, use, `group ${group}`, group, own.keys(), diagnostics);
      continue;
    }
    for (const resource of resources) {
      const [name = ''] = resource.split('/');
      if (name === '*' || plurals.includes(name)) continue;
      warnOfUnknown(code, use, `resource ${name} of ${group}`, name, plurals, diagnostics);
    }
  }
}

function warnOfUnknown(
  code: DiagnosticCode,
  { definition, position }: MarkerUse,
  what: string,
  word: string,
  known: Iterable<string>,
  diagnostics: DiagnosticList,
): void {
  const meant = nearest(word, known);
  if (meant === undefined) return;
  const message = `+${definition.name} names the unknown ${what}`;
  diagnostics.warning(code, position, message, didYouMean(word, meant));
}
