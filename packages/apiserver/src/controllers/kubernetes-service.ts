import type { JsonObject } from '@vmgen/base/json';
import type { StoreEvent } from '../storage/event-log.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { Controller } from './controller.js';
import { tryWrite } from './controller-writes.js';

/** The address of the Service, which no other Service gets unless it requests it. */
const ADDRESS = '10.0.0.1';

/**
 * Creates the Service `kubernetes` when the server has a port, and again after its deletion, as
 * kube-apiserver does. kube-apiserver creates it again within 10 s, this controller at once. If it cannot
 * be created, because another Service has its address, it is tried again at the next deletion.
 *
 * Upstream: pkg/controlplane/controller/kubernetesservice.
 */
export class KubernetesService implements Controller {
  readonly #create: (path: string, service: JsonObject) => void;
  #port: number | undefined;
  #isMissing = false;

  /** @param create creates an object by a POST to a path */
  constructor(create: (path: string, service: JsonObject) => void) {
    this.#create = create;
  }

  /** Creates the Service of a server that listens at a port. */
  listening(port: number): void {
    this.#port = port;
    this.#isMissing = true;
  }

  observe(_store: ObjectStore, { type, revision }: StoreEvent): void {
    if (type !== 'DELETED' || this.#port === undefined) return;
    const { kind, apiVersion } = revision.object;
    this.#isMissing ||= kind === 'Service' && apiVersion === 'v1';
  }

  get hasWork(): boolean {
    return this.#isMissing;
  }

  *run(): Generator<void> {
    this.#isMissing = false;
    if (this.#port === undefined) return;
    const service = kubernetesService(this.#port);
    tryWrite(() => this.#create('/api/v1/namespaces/default/services', service));
    yield;
  }
}

const kubernetesService = (targetPort: number): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {
    name: 'kubernetes',
    namespace: 'default',
    labels: { component: 'apiserver', provider: 'kubernetes' },
  },
  spec: {
    clusterIP: ADDRESS,
    ipFamilyPolicy: 'SingleStack',
    ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort }],
    sessionAffinity: 'None',
    type: 'ClusterIP',
  },
});
