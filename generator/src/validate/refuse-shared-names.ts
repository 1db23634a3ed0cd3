import { relatedTo } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { resourceMarker } from '../markers/definitions/resource.js';
import { usesOf } from '../markers/language/uses-of.js';
import type { ApiModel, CustomResource } from '../model/model.js';

/** One name of a kind, in the words of people. */
interface KindName {
  readonly name: string;
  /** Such as `short name`. */
  readonly what: keyof typeof NAMES;
  readonly resource: CustomResource;
}

/** The argument of +kubebuilder:resource that says a name, and how to mend it. */
const NAMES = {
  plural: ['path', 'give one of them another plural with +kubebuilder:resource:path='],
  singular: ['singular', 'give one of them another singular with +kubebuilder:resource:singular='],
  'short name': ['shortName', 'remove the short name from one of them'],
  kind: [undefined, 'rename one of the kinds'],
  'list kind': [undefined, 'rename one of the kinds, or its list type'],
} as const;

/**
 * Refuses a name that two kinds of one group claim: the API server takes both CRDs, but sets
 * NamesAccepted to False on the later one and does not serve it.
 */
export function refuseSharedNames(model: ApiModel, diagnostics: DiagnosticList): void {
  const resources = new Map<string, KindName>();
  const kinds = new Map<string, KindName>();
  for (const resource of model.customResources) {
    claim(resourceNames(resource), resources, diagnostics);
    claim(kindsOf(resource), kinds, diagnostics);
  }
}

/** What stands in URLs and behind `kubectl get`. */
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
    const key = `${resource.group}/${name}`;
    const first = claimed.get(key);
    if (first === undefined) claimed.set(key, each);
    else if (first.resource !== resource && !isCrdName(first, each)) {
      diagnostics.error(
        'VMGEN2202',
        placeOf(each),
        `the ${what} ${name} of ${resource.main.kind} is the ${first.what} of ${first.resource.main.kind}: an API server would not serve both`,
        NAMES[what][1],
        relatedTo(placeOf(first), `the ${first.what} of ${first.resource.main.kind}`),
      );
    }
  }
}

/** Two plurals are one name of a CRD, which is told where kinds are put together. */
const isCrdName = (first: KindName, second: KindName): boolean =>
  first.what === 'plural' && second.what === 'plural';

/** Where the name is said; the kind's type where no marker says it. */
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
