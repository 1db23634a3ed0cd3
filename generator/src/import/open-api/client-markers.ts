import { pluralOf, upperFirst } from '../../text/names.js';
import { markerOf } from '../shapes/marker-line.js';
import type { ApiResource, ApiSubresource, ResourceVerb } from './api-resource.js';

/** The verbs of a client for one of the API. */
const CLIENT_VERBS: readonly (readonly [ResourceVerb, readonly string[]])[] = [
  ['create', ['create']],
  ['update', ['update']],
  ['delete', ['delete']],
  ['deletecollection', ['deleteCollection']],
  ['get', ['get']],
  ['list', ['list']],
  ['watch', ['watch']],
  ['patch', ['patch', 'apply']],
];

/**
 * The markers for the kind of a resource with its verbs and names.
 *
 * @param nameOf returns the type of a kind as markers name it; undefined if no package of the run contains it
 */
export function clientMarkers(
  resource: ApiResource,
  nameOf: (kind: ApiSubresource['kind']) => string | undefined,
): string[] {
  const status = resource.subresources.find(({ name }) => name === 'status');
  const others = resource.subresources.filter((each) => each !== status);
  return [
    '+genclient',
    ...verbMarkers(resource.verbs),
    ...others.flatMap((each) => methodMarkers(each, resource, nameOf)),
    ...resourceMarkers(resource),
    ...(status ? ['+kubebuilder:subresource:status'] : []),
  ];
}

function verbMarkers(verbs: ReadonlySet<ResourceVerb>): string[] {
  const [had, lacking] = [true, false].map((isHad) =>
    CLIENT_VERBS.filter(([verb]) => verbs.has(verb) === isHad).flatMap(([, names]) => names),
  );
  if (!had || !lacking || lacking.length === 0) return [];
  if (had.length === 0) return ['+genclient:noVerbs'];
  return had.length < lacking.length
    ? [`+genclient:onlyVerbs=${had.join(',')}`]
    : [`+genclient:skipVerbs=${lacking.join(',')}`];
}

function resourceMarkers({ kind, plural, namespaced, names }: ApiResource): string[] {
  const { singular = '', shortNames = [], categories = [] } = names ?? {};
  const values = {
    path: plural === pluralOf(kind).toLowerCase() ? undefined : plural,
    singular: singular === '' || singular === kind.toLowerCase() ? undefined : singular,
    shortName: shortNames.length > 0 ? shortNames : undefined,
    categories: categories.length > 0 ? categories : undefined,
    scope: namespaced ? undefined : 'Cluster',
  };
  const isStated = Object.values(values).some((value) => value !== undefined);
  return isStated ? [markerOf('kubebuilder:resource', values)] : [];
}

/** Subresources that have another name in client-go than in the API, or a special name. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  'create binding': 'Bind',
  'create eviction': 'Evict',
  'update finalize': 'Finalize',
  ephemeralcontainers: 'EphemeralContainers',
};

/** Kinds that can only be created: the API returns a Status, despite its OpenAPI document. */
const ANSWERED_BY_STATUS: readonly string[] = ['Binding', 'Eviction'];

/** Whether a kind is only posted to act on another object, and is not stored. */
export const isAction = ({ kind, verbs }: Pick<ApiResource, 'kind' | 'verbs'>): boolean =>
  ANSWERED_BY_STATUS.includes(kind) && verbs.size === 1 && verbs.has('create');

const METHOD_VERBS: readonly (readonly [ResourceVerb, string, string])[] = [
  ['create', 'create', 'Create'],
  ['get', 'get', 'Get'],
  ['update', 'update', 'Update'],
  ['patch', 'patch', 'Patch'],
  ['patch', 'apply', 'Apply'],
];

/**
 * A client method for each operation on a subresource. Omitted if its type is in no package of the run, such
 * as the eviction in a run with only the core group.
 */
function methodMarkers(
  { name, kind, verbs }: ApiSubresource,
  resource: ApiResource,
  nameOf: (kind: ApiSubresource['kind']) => string | undefined,
): string[] {
  const isOwn = kind.kind === resource.kind && kind.group === resource.group;
  const type = isOwn ? undefined : nameOf(kind);
  if (!isOwn && type === undefined) return [];
  const noun = METHOD_NAMES[name] ?? upperFirst(name);
  return METHOD_VERBS.filter(([asked]) => verbs.has(asked)).flatMap(([, verb, prefix]) => {
    // The object itself is read by get, and of its parts an apply names the whole.
    if (isOwn && (verb === 'get' || verb === 'apply')) return [];
    const takes = verb === 'get' || verb === 'patch' ? undefined : type;
    return [
      markerOf('genclient', {
        method: METHOD_NAMES[`${verb} ${name}`] ?? `${prefix}${noun}`,
        verb,
        subresource: name,
        input: takes,
        result: ANSWERED_BY_STATUS.includes(kind.kind) ? 'Status' : type,
      }),
    ];
  });
}
