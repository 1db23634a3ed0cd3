import { crdOf } from '@vmgen/fixtures/crd-of';
import { pick, type Draw } from '../support/seeded.js';

/** A kind that requests are about. */
export interface FuzzKind {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly subresources: readonly string[];
  /** An object without metadata that is valid most of the time. */
  content(random: Draw): Record<string, unknown>;
}

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const NAMESPACES = ['f1', 'f2'];

const small = (random: Draw): number => Math.floor(random() * 5);
const template = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'c', image: 'nginx' }] },
};

const widget = (version: string): FuzzKind => ({
  path: `/apis/fuzz.test/${version}`,
  apiVersion: `fuzz.test/${version}`,
  kind: 'Widget',
  isNamespaced: true,
  subresources: ['status', 'scale'],
  content: (random) => ({
    spec: {
      size: small(random),
      color: pick(['red', 'green'], random()),
      extra: small(random),
      parts: [{ name: 'a', count: small(random) }],
      replicas: small(random),
    },
    status: { phase: pick(['Ready', 'Gone'], random()) },
  }),
});

const builtIn = (
  path: string,
  kind: string,
  content: FuzzKind['content'],
  subresources: readonly string[] = [],
): FuzzKind => ({
  path,
  apiVersion: path.replace(/^\/apis?\//, ''),
  kind,
  isNamespaced: true,
  subresources,
  content,
});

export const KINDS: readonly FuzzKind[] = [
  widget('v1'),
  widget('v1'),
  widget('v2'),
  builtIn('/api/v1', 'ConfigMap', (random) => ({ data: { a: String(small(random)) } })),
  builtIn('/api/v1', 'Secret', (random) => ({ stringData: { a: String(small(random)) } })),
  builtIn('/api/v1', 'Pod', () => ({ spec: template.spec }), ['status', 'binding', 'eviction']),
  builtIn('/api/v1', 'Service', (random) => ({
    spec: { selector: { app: 'a' }, ports: [{ port: 80 + small(random) }] },
  })),
  builtIn('/api/v1', 'ServiceAccount', () => ({}), ['token']),
  builtIn('/api/v1', 'PersistentVolumeClaim', () => ({
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  })),
  builtIn(
    '/apis/apps/v1',
    'Deployment',
    (random) => ({
      spec: { replicas: small(random), selector: { matchLabels: { app: 'a' } }, template },
    }),
    ['status', 'scale'],
  ),
  builtIn('/apis/batch/v1', 'Job', () => ({
    spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
  })),
  builtIn('/apis/coordination.k8s.io/v1', 'Lease', () => ({ spec: { holderIdentity: 'a' } })),
  builtIn('/apis/events.k8s.io/v1', 'Event', () => ({
    eventTime: '2026-01-01T00:00:00.000000Z',
    reportingController: 'fuzz.test/c',
    reportingInstance: 'i',
    action: 'Act',
    reason: 'Why',
    type: 'Normal',
    regarding: { kind: 'Pod', namespace: 'f1', name: 'o1' },
  })),
];

/** The definition of the widgets; each variant has other fields, defaults and served versions. */
export function widgetDefinition(random: Draw): Record<string, unknown> {
  const spec = (isWide: boolean): Record<string, unknown> => ({
    type: 'object',
    properties: {
      size: { type: 'integer', ...(random() < 0.5 ? { default: 7 } : {}) },
      color: { type: 'string' },
      replicas: { type: 'integer' },
      ...(isWide ? { extra: { type: 'integer' } } : {}),
      ...(random() < 0.3 ? { added: { type: 'string', default: 'yes' } } : {}),
      parts: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, count: { type: 'integer' } },
        },
        ...(random() < 0.5
          ? { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] }
          : {}),
      },
    },
  });
  const version = (name: string, isStored: boolean): Record<string, unknown> => ({
    name,
    served: isStored || random() < 0.8,
    storage: isStored,
    subresources: {
      ...(random() < 0.7 ? { status: {} } : {}),
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    },
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: spec(random() < 0.5),
          status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    },
  });
  const isFirstStored = random() < 0.5;
  return crdOf({ group: 'fuzz.test', kind: 'Widget' }, [
    version('v1', isFirstStored),
    version('v2', !isFirstStored),
  ]);
}
