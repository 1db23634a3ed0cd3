import { VmgenError } from '../errors/vmgen-error.js';
import { isMapping } from './is-mapping.js';
import type { KubernetesObject, ObjectMeta } from './types.js';

/**
 * An object of a kind that the program has no type for: a field other than `apiVersion`, `kind` and
 * `metadata` is any JSON value, and is looked at before it is used (apimachinery's Unstructured).
 */
export interface UnstructuredObject extends KubernetesObject {
  [field: string]: unknown;
}

/** An {@link UnstructuredObject} that says what it is. */
export interface Manifest extends UnstructuredObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta & { name: string };
}

/**
 * A value that was read from JSON or YAML as an object of the API. Throws a {@link VmgenError}
 * (`ERR_VMGEN_ARGUMENT`) that names what is missing: `apiVersion`, `kind` or `metadata.name`. The rest
 * is the server's to judge.
 *
 * @example
 * const manifest = asManifest(JSON.parse('{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}'));
 * const pods = await createDynamicClient(transport).forObject(manifest, { namespace: 'default' });
 * await pods.apply(manifest, { fieldManager: 'example' });
 */
export function asManifest(value: unknown): Manifest {
  const missing = missingOf(value);
  if (missing === undefined) return value as Manifest;
  throw new VmgenError('ERR_VMGEN_ARGUMENT', `not an object of the API: ${missing}`);
}

function missingOf(value: unknown): string | undefined {
  if (!isMapping(value)) return 'it is no mapping';
  if (!isName(value['apiVersion'])) return 'it has no apiVersion';
  if (!isName(value['kind'])) return 'it has no kind';
  const { metadata } = value;
  if (!isMapping(metadata) || !isName(metadata['name'])) return 'it has no metadata.name';
  return undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
