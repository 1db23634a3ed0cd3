import type { JsonObject } from '@vmgen/base/json';
import type { Client } from './client.js';
import { CommandError } from './errors.js';
import { objectsAt, stringAt, stringsAt } from './json-at.js';

/** A resource that the server serves. */
export interface Resource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  /** Whether this is the preferred version of the group. */
  readonly isPreferred: boolean;
}

export const apiVersionOf = ({ group, version }: Pick<Resource, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`;

/** `kind.group`, as messages name the type of an object: `deployment.apps`, `configmap`. */
export const typeName = ({ kind, group }: Pick<Resource, 'kind' | 'group'>): string =>
  `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}`;

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** The resources of the server, in the order of its groups; preferred versions first. */
export class Resources {
  readonly all: readonly Resource[];

  constructor(all: readonly Resource[]) {
    this.all = all;
  }

  static async load(client: Client): Promise<Resources> {
    const core = await client.get('/api', AGGREGATED);
    const groups = await client.get('/apis', AGGREGATED);
    return new Resources(
      [core, groups].flatMap((list) => objectsAt(list, 'items').flatMap(inGroup)),
    );
  }

  /**
   * Finds a resource by what users type: `sites`, `site`, a short name, `sites.example.com` or
   * `sites.v1.example.com`, in any case.
   *
   * @throws CommandError if the server has none
   */
  find(typed: string): Resource {
    const [name = '', ...rest] = typed.toLowerCase().split('.');
    const [version = '', ...others] = rest;
    const named = [
      (each: Resource): boolean => each.plural === name || each.singular === name,
      (each: Resource): boolean => each.shortNames.includes(name),
    ];
    for (const hasName of named) {
      const found =
        this.all.find(
          (each) =>
            hasName(each) &&
            (rest.length === 0 || each.group === rest.join('.')) &&
            (each.isPreferred || rest.length === 0),
        ) ??
        this.all.find(
          (each) => hasName(each) && each.version === version && each.group === others.join('.'),
        );
      if (found !== undefined) return found;
    }
    throw new CommandError(noResource(name, rest));
  }

  /** Returns the resource of a kind, as objects name it. */
  ofKind(apiVersion: string, kind: string): Resource | undefined {
    return this.all.find((each) => each.kind === kind && apiVersionOf(each) === apiVersion);
  }

  /** Returns the preferred versions of the resources in a category, such as `all`. */
  inCategory(category: string): readonly Resource[] {
    return this.preferred().filter(({ categories }) => categories.includes(category));
  }

  /** Returns each resource in its preferred version, or in the first one that has it. */
  preferred(): readonly Resource[] {
    const seen = new Set<string>();
    return this.all.filter(({ group, plural }) => {
      const id = `${plural}.${group}`;
      return !seen.has(id) && seen.add(id);
    });
  }
}

function noResource(name: string, rest: readonly string[]): string {
  const problem = `the server doesn't have a resource type ${JSON.stringify(name)}`;
  return rest.length === 0 ? problem : `${problem} in group ${JSON.stringify(rest.join('.'))}`;
}

function inGroup(item: JsonObject): Resource[] {
  const group = stringAt(item, 'metadata', 'name');
  return objectsAt(item, 'versions').flatMap((version, index) =>
    objectsAt(version, 'resources').flatMap((resource): Resource[] => {
      const kind = stringAt(resource, 'responseKind', 'kind');
      const verbs = stringsAt(resource, 'verbs');
      if (kind === '' || verbs.length === 0) return [];
      return [
        {
          group,
          version: stringAt(version, 'version'),
          plural: stringAt(resource, 'resource'),
          singular: stringAt(resource, 'singularResource') || kind.toLowerCase(),
          kind,
          isNamespaced: resource['scope'] === 'Namespaced',
          shortNames: stringsAt(resource, 'shortNames'),
          categories: stringsAt(resource, 'categories'),
          verbs,
          isPreferred: index === 0,
        },
      ];
    }),
  );
}

/** Where objects are: a resource in a namespace, or in all. */
export interface Place {
  readonly resource: Resource;
  /** Undefined for all namespaces, and for a resource without namespaces. */
  readonly namespace: string | undefined;
}

/**
 * Returns the path of a collection, or of an object.
 *
 * @throws CommandError for an empty name, whose path would be that of the collection
 */
export function pathOf({ resource, namespace }: Place, name?: string, subresource = ''): string {
  if (name === '') throw new CommandError('resource name may not be empty');
  const { group, version, plural, isNamespaced } = resource;
  const root = group === '' ? ['', 'api', version] : ['', 'apis', group, version];
  const inside = isNamespaced && namespace !== undefined ? ['namespaces', namespace] : [];
  const object = name === undefined ? [] : [name];
  const part = subresource === '' ? [] : [subresource];
  return [...root, ...inside, plural, ...object, ...part].map(encodeURIComponent).join('/');
}

/** Appends parameters that have a value. */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Whether an object is a list of objects. */
export const isList = (object: JsonObject): boolean => Array.isArray(object['items']);
