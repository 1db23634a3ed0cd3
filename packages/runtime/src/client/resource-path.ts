import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceDefinition } from './resource.js';

/** The fields of a resource that determine its paths. */
export type PathResource = Pick<ResourceDefinition, 'group' | 'version' | 'plural' | 'scope'>;

/** Returns the path of the objects of a resource: `/api/v1/…` or `/apis/GROUP/VERSION/…`. */
export function collectionPath(resource: PathResource, namespace: string | undefined): string {
  const { group, version, plural } = resource;
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  if (namespace === undefined) return `${root}/${plural}`;
  return `${root}/namespaces/${encodeURIComponent(namespace)}/${plural}`;
}

/** Throws unless `namespace` is valid for this resource. */
export function checkNamespace(resource: PathResource, namespace: string | undefined): void {
  if (namespace === undefined) return;
  if (resource.scope === 'Cluster') {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${resource.plural} are cluster-scoped; omit the namespace ${JSON.stringify(namespace)}`,
    );
  }
  if (namespace === '') {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `empty namespace for ${resource.plural}; omit it to select all namespaces`,
    );
  }
  checkSegment('namespace', namespace);
}

/** Throws unless `name` is valid in the path of an object (rest.IsValidPathSegmentName). */
export function checkName(resource: PathResource, name: string): void {
  if (typeof name !== 'string' || name === '') {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${resource.plural}: resource name may not be empty`,
    );
  }
  checkSegment('resource name', name);
}

/** Throws unless `subresource` is valid in the path of an object. */
export function checkSubresource(resource: PathResource, subresource: string): void {
  if (subresource === '') {
    throw new VmgenError('ERR_VMGEN_ARGUMENT', `${resource.plural}: subresource may not be empty`);
  }
  checkSegment('subresource', subresource);
}

function checkSegment(what: string, text: string): void {
  const problem = problemOfSegment(text);
  if (problem !== undefined) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `invalid ${what} ${JSON.stringify(text)}: ${problem}`,
    );
  }
}

function problemOfSegment(text: string): string | undefined {
  if (text === '.' || text === '..') return `may not be '${text}'`;
  for (const character of ['/', '%']) {
    if (text.includes(character)) return `may not contain '${character}'`;
  }
  // A lone surrogate cannot be encoded in UTF-8, the encoding of paths.
  return /\p{Surrogate}/u.test(text) ? 'may not contain a lone surrogate' : undefined;
}
