import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/crd/internal/json';
import type { ObjectStore } from '../storage/object-store.js';
import { forbidden } from '../errors/status-error.js';
import type { Endpoint } from '../resource/endpoint.js';
import { metadataOf, metaString } from '../resource/object-meta.js';
import { builtInEndpoint } from './built-in-endpoint.js';
import { builtInSchema } from './built-in-schemas.js';

/** The namespaces that every cluster has. */
export const INITIAL_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

const UNDELETABLE: ReadonlySet<string> = new Set(['default', 'kube-public', 'kube-system']);
const namespaces = { group: '', plural: 'namespaces' };

/** core/v1 Namespace. `spec.finalizers`, which `finalize` alone changes, hold it when it is deleted. */
export function namespaceEndpoint(store: ObjectStore): Endpoint {
  return builtInEndpoint({
    group: '',
    version: 'v1',
    kind: 'Namespace',
    plural: 'namespaces',
    shortNames: ['ns'],
    namespaced: false,
    hasStatus: true,
    hasDeleteCollection: false,
    unownedFields: ['spec'],
    hasFinalize: true,
    schema: builtInSchema('io.k8s.api.core.v1.Namespace'),
    store,
    fieldLabels: { name: 'metadata.name', 'status.phase': 'status.phase' },
    strategy: {
      nameForm: 'dns1123-label',
      allowsCreateOnUpdate: false,
      allowsUnconditionalUpdate: true,
      tracksGeneration: false,
      prepareForCreate(object) {
        const finalizers = specFinalizersOf(object);
        object['spec'] = {
          finalizers: finalizers.includes('kubernetes')
            ? finalizers
            : [...finalizers, 'kubernetes'],
        };
        object['status'] = { phase: 'Active' };
        labelWithName(object);
      },
      prepareForUpdate(next, live, subresource) {
        if (subresource !== 'finalize') next['spec'] = live['spec'] ?? {};
        labelWithName(next);
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
        const status = marked['status'];
        marked['status'] = { ...(isJsonObject(status) ? status : {}), phase: 'Terminating' };
      },
      isHeld: (object) => specFinalizersOf(object).length > 0,
    },
  });
}

function specFinalizersOf({ spec }: JsonObject): JsonValue[] {
  const finalizers = isJsonObject(spec) ? spec['finalizers'] : undefined;
  return Array.isArray(finalizers) ? finalizers : [];
}

function labelWithName(object: JsonObject): void {
  const metadata = metadataOf(object);
  const labels = metadata['labels'];
  metadata['labels'] = {
    ...(isJsonObject(labels) ? labels : {}),
    'kubernetes.io/metadata.name': metaString(object, 'name'),
  };
}
