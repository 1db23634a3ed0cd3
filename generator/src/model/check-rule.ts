import { rbacMarker } from '../markers/definitions/rbac.js';
import type { UseOf } from '../markers/language/definition.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { didYouMean } from '../words/did-you-mean.js';
import { nearest } from '../words/nearest.js';

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
  { values, position }: UseOf<typeof rbacMarker>,
  own: OwnResources,
  diagnostics: DiagnosticList,
): void {
  const warn = (what: string, word: string, known: Iterable<string>): void => {
    const meant = nearest(word, known);
    if (meant === undefined) return;
    const message = `+${rbacMarker.name} names the unknown ${what}`;
    diagnostics.warning('VMGEN8004', position, message, didYouMean(word, meant));
  };
  for (const verb of values.verbs) {
    if (![...VERBS, ...RARE_VERBS].includes(verb)) warn(`verb ${verb}`, verb, VERBS);
  }
  for (const group of values.groups ?? []) {
    const plurals = own.get(group);
    if (plurals === undefined) {
      warn(`group ${group}`, group, own.keys());
      continue;
    }
    for (const resource of values.resources ?? []) {
      const [name = ''] = resource.split('/');
      if (name === '*' || plurals.includes(name)) continue;
      warn(`resource ${name} of ${group}`, name, plurals);
    }
  }
}
