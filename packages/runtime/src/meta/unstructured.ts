import { VmgenError } from '../errors/vmgen-error.js';
import { isMapping } from './is-mapping.js';
import type { KubernetesObject, ObjectMeta } from './types.js';

/**
 * An object of a kind for which the program has no type (apimachinery's Unstructured). Fields other
 * than `apiVersion`, `kind` and `metadata` are unknown JSON values that must be checked before use.
 */
export interface UnstructuredObject extends KubernetesObject {
  /** Any field of the object. */
  [field: string]: unknown;
}

/** An {@link UnstructuredObject} with an apiVersion, a kind and a name. */
export interface Manifest extends UnstructuredObject {
  /** The group and version of the kind. */
  apiVersion: string;
  /** The kind. */
  kind: string;
  /** The metadata, with the name. */
  metadata: ObjectMeta & { name: string };
}

/**
 * Checks that a value from JSON or YAML is an API object and returns it. Throws a
 * {@link VmgenError} (`ERR_VMGEN_ARGUMENT`) if `apiVersion`, `kind` or `metadata.name` is missing.
 * All other fields are validated by the server.
 *
 * @example
 * const manifest = toManifest(JSON.parse('{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}'));
 * const pods = await createDynamicClient(transport).forObject(manifest, { namespace: 'default' });
 * await pods.apply(manifest, { fieldManager: 'example' });
 */
export function toManifest(value: unknown): Manifest {
  const missing = missingOf(value);
  if (missing === undefined) return value as Manifest;
  throw new VmgenError('ERR_VMGEN_ARGUMENT', `not an API object: ${missing}`);
}

function missingOf(value: unknown): string | undefined {
  if (!isMapping(value)) return 'not a mapping';
  if (!isName(value['apiVersion'])) return 'apiVersion is missing';
  if (!isName(value['kind'])) return 'kind is missing';
  const { metadata } = value;
  if (!isMapping(metadata) || !isName(metadata['name'])) return 'metadata.name is missing';
  return undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
