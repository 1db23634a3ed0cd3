import { pluralOf, upperFirst } from '#generator/words/names.js';
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
 * What makes a type the kind of a resource, with the verbs and the names that it has.
 *
 * @param nameOf the type of a kind, as markers name it; undefined where no package of the run has it
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

/** Subresources that client-go names otherwise than the API, or by a word of its own. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  'create binding': 'Bind',
  'create eviction': 'Evict',
  'update finalize': 'Finalize',
  ephemeralcontainers: 'EphemeralContainers',
};

/** Kinds that are only posted: the API answers them with a Status, whatever its OpenAPI says. */
const ANSWERED_BY_STATUS: readonly string[] = ['Binding', 'Eviction'];

/** Whether a kind is posted to act on another object, and is none that a server keeps. */
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
 * A method of the client for each thing that can be done with a subresource. There is none where its type
 * is in no package of the run, such as that of an eviction in a run of the core group alone.
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
