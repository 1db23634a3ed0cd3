import type { JsonObject } from '@vmgen/base/json';
import { isQualifiedName } from '@vmgen/base/text';
import { forbidden } from '../../errors/status-error.js';
import { metadataOf, metaString } from '../../resource/object-meta.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject, getStrings, ensureObject, setDefaults } from './fields.js';

/** The namespaces of every cluster. */
export const INITIAL_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

const UNDELETABLE: ReadonlySet<string> = new Set(['default', 'kube-public', 'kube-system']);
const STANDARD_FINALIZERS: ReadonlySet<string> = new Set([
  'foregroundDeletion',
  'kubernetes',
  'orphan',
]);
const namespaces = { group: '', plural: 'namespaces' };

/**
 * core/v1 Namespace. Its deletion waits for `spec.finalizers`, which only the `finalize`
 * subresource changes.
 */
export const namespaceStrategy: BuiltInStrategy = {
  nameForm: 'dns1123-label',
  initialStatus: () => ({ phase: 'Active' }),
  defaults(object) {
    setDefaults(ensureObject(object, 'status'), { phase: 'Active' });
    // A generated name is not yet known.
    if (metaString(object, 'name') !== '') labelWithName(object);
  },
  prepareForCreate(object) {
    const finalizers = specFinalizersOf(object);
    object['spec'] = {
      finalizers: finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'],
    };
    labelWithName(object);
  },
  prepareForUpdate(next, live, subresource) {
    if (subresource !== 'finalize') next['spec'] = live['spec'] ?? {};
    labelWithName(next);
  },
  validate(object) {
    const finalizers = object.at('spec', 'finalizers');
    for (const name of finalizers.texts) {
      for (const problem of isQualifiedName(name)) finalizers.invalid(problem, name);
      if (!name.includes('/') && !STANDARD_FINALIZERS.has(name)) {
        finalizers.invalid(
          'name is neither a standard finalizer name nor is it fully qualified',
          name,
        );
      }
    }
  },
  checkDelete(object) {
    const name = metaString(object, 'name');
    if (UNDELETABLE.has(name)) {
      throw forbidden(namespaces, name, 'this namespace may not be deleted');
    }
  },
  prepareForDelete(marked) {
    // A namespace has no grace period.
    delete metadataOf(marked)['deletionGracePeriodSeconds'];
    marked['status'] = { ...getObject(marked, 'status'), phase: 'Terminating' };
  },
  isHeld: (object) => specFinalizersOf(object).length > 0,
};

/** Creates one of the initial namespaces of a cluster. */
export function initialNamespace(name: string): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

const specFinalizersOf = (object: JsonObject): string[] => getStrings(object, 'spec', 'finalizers');

function labelWithName(object: JsonObject): void {
  const labels = getObject(object, 'metadata', 'labels');
  const own = { 'kubernetes.io/metadata.name': metaString(object, 'name') };
  metadataOf(object)['labels'] = { ...labels, ...own };
}
