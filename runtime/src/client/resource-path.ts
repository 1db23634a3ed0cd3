import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceDefinition } from './resource.js';

/** What a URL needs of a resource. */
export type PathResource = Pick<ResourceDefinition, 'group' | 'version' | 'plural' | 'scope'>;

/** `/api/v1/…` or `/apis/GROUP/VERSION/…`: where the objects of a resource stand. */
export function collectionPath(resource: PathResource, namespace: string | undefined): string {
  const { group, version, plural } = resource;
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  if (namespace === undefined) return `${root}/${plural}`;
  return `${root}/namespaces/${encodeURIComponent(namespace)}/${plural}`;
}

/** Throws unless `namespace` can be one of this resource's. */
export function checkNamespace(resource: PathResource, namespace: string | undefined): void {
  if (namespace === undefined) return;
  if (resource.scope === 'Cluster') {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${resource.plural} are cluster-scoped: leave out the namespace ${JSON.stringify(namespace)}`,
    );
  }
  if (namespace === '') {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `empty namespace for ${resource.plural}: leave it out to mean all namespaces`,
    );
  }
  checkSegment('namespace', namespace);
}

/** Throws unless `name` can stand in the path of one object (rest.IsValidPathSegmentName). */
export function checkName(resource: PathResource, name: string): void {
  if (typeof name !== 'string' || name === '') {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${resource.plural}: resource name may not be empty`,
    );
  }
  checkSegment('resource name', name);
}

/** Throws unless `subresource` can end the path of one object. */
export function checkSubresource(resource: PathResource, subresource: string): void {
  if (subresource === '') {
    throw new VmgenError('ERR_VMGEN_ARGUMENT', `${resource.plural}: subresource may not be empty`);
  }
  checkSegment('subresource', subresource);
}

function checkSegment(what: string, text: string): void {
  const complaint = segmentComplaint(text);
  if (complaint !== undefined) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `invalid ${what} ${JSON.stringify(text)}: ${complaint}`,
    );
  }
}

function segmentComplaint(text: string): string | undefined {
  if (text === '.' || text === '..') return `may not be '${text}'`;
  for (const character of ['/', '%']) {
    if (text.includes(character)) return `may not contain '${character}'`;
  }
  // It has no bytes in UTF-8, which a path is written in.
  return /\p{Surrogate}/u.test(text) ? 'may not contain half of a character' : undefined;
}
