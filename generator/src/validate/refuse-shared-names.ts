import { relatedTo } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { reported, type Reported, resultOf } from '../diagnostics/reported.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { resourceMarker } from '../markers/definitions/resource.js';
import { usesOf } from '../markers/language/uses-of.js';
import type { ApiModel, CustomResource } from '../model/model.js';
import { hasSameElements } from '../text/has-same-elements.js';

/** A name of a kind, as described in messages. */
interface KindName {
  readonly name: string;
  /** Such as `short name`. */
  readonly what: keyof typeof NAMES;
  readonly resource: CustomResource;
}

/** The argument of +kubebuilder:resource that sets a name, and the fix. */
const NAMES = {
  plural: ['path', 'give one of them another plural with +kubebuilder:resource:path='],
  singular: ['singular', 'give one of them another singular with +kubebuilder:resource:singular='],
  'short name': ['shortName', 'remove the short name from one of them'],
  kind: [undefined, 'rename one of the kinds'],
  'list kind': [undefined, 'rename one of the kinds, or its list type'],
} as const;

/**
 * Finds names that two kinds of one group use: the API server accepts both CRDs, but sets NamesAccepted to
 * False on the later one and does not serve it.
 */
export class SharedNames {
  #known = new Map<
    string,
    { readonly kinds: readonly CustomResource[]; readonly made: Reported<void> }
  >();

  refuse({ customResources }: ApiModel, diagnostics: DiagnosticList): void {
    const groups = new Map<string, CustomResource[]>();
    for (const resource of customResources) {
      const known = groups.get(resource.group);
      if (known) known.push(resource);
      else groups.set(resource.group, [resource]);
    }
    const before = this.#known;
    this.#known = new Map();
    for (const [group, kinds] of groups) {
      const known = before.get(group);
      const isSame = known !== undefined && hasSameElements(known.kinds, kinds);
      const made = isSame
        ? known.made
        : reported((reports) => {
            refuseShared(kinds, reports);
          });
      this.#known.set(group, { kinds, made });
      resultOf(made, diagnostics);
    }
  }
}

function refuseShared(
  customResources: readonly CustomResource[],
  diagnostics: DiagnosticList,
): void {
  const resources = new Map<string, KindName>();
  const kinds = new Map<string, KindName>();
  for (const resource of customResources) {
    claim(resourceNames(resource), resources, diagnostics);
    claim(kindsOf(resource), kinds, diagnostics);
  }
}

/** Names in URLs and in arguments of `kubectl get`. */
function resourceNames(resource: CustomResource): KindName[] {
  const { plural, singular, shortNames } = resource.main;
  return [
    { name: plural, what: 'plural', resource },
    { name: singular, what: 'singular', resource },
    ...shortNames.map((name) => ({ name, what: 'short name', resource }) as const),
  ];
}

function kindsOf(resource: CustomResource): KindName[] {
  const { kind, listKind } = resource.main;
  return [
    { name: kind, what: 'kind', resource },
    { name: listKind, what: 'list kind', resource },
  ];
}

function claim(
  names: readonly KindName[],
  claimed: Map<string, KindName>,
  diagnostics: DiagnosticList,
): void {
  for (const each of names) {
    const { name, what, resource } = each;
    const first = claimed.get(name);
    if (first === undefined) claimed.set(name, each);
    else if (first.resource !== resource && !isCrdName(first, each)) {
      diagnostics.error(
        'VMGEN2201',
        placeOf(each),
        `the ${what} ${name} of ${resource.main.kind} is the ${first.what} of ${first.resource.main.kind}: an API server would not serve both`,
        NAMES[what][1],
        relatedTo(placeOf(first), `the ${first.what} of ${first.resource.main.kind}`),
      );
    }
  }
}

/** Two equal plurals are a duplicate CRD name, which is reported when kinds are combined. */
const isCrdName = (first: KindName, second: KindName): boolean =>
  first.what === 'plural' && second.what === 'plural';

/** The position of the name; the kind's type if no marker sets it. */
function placeOf({ what, resource: { main, versions } }: KindName): SourcePosition {
  const [argument] = NAMES[what];
  const markers = [main, ...versions.map(({ resource }) => resource)].flatMap(
    ({ type }) => type.markers,
  );
  const saying = usesOf(markers, resourceMarker).find(
    ({ values }) => argument !== undefined && values[argument] !== undefined,
  );
  return saying?.position ?? main.type.position;
}
