import type { CustomResourceDefinition } from '@vmgen/crd';
import type {
  DeepReadonly,
  KubernetesObject,
  Transport,
  TransportRequest,
  TransportResponse,
} from '@vmgen/runtime';
import type { ServerSnapshot } from '../registry/server-snapshot.js';
import type { Impersonation } from '../request/impersonation.js';
import type { RequestUser } from '../request/request-user.js';
import type { ServerAddress } from '../request/server-address.js';
import type { ServedResource } from '../resource/served-resource.js';

/**
 * A Kubernetes API server for the built-in kinds and custom resources, with its data in memory. It
 * responds like kube-apiserver 1.37, and implements the controllers that complete deletions: of
 * namespaces, of CustomResourceDefinitions and, optionally, of owned objects. They run before the
 * response to a write is sent, and pause during long work, so that other requests are answered. No
 * other controller is implemented.
 */
export interface ApiServer extends AsyncDisposable {
  /** The transport to this server, without a network. */
  readonly transport: Transport;
  /**
   * Answers a request. Rejects only with the reason of the request's signal. Does not call
   * `beforeSend` of the request, which is the task of the transport.
   *
   * @param user the user that webhooks and reviews report. Defaults to the only user of the server,
   * who may do everything, as all users may unless {@link ApiServerOptions.authorization} is `RBAC`
   */
  handle(request: TransportRequest, user?: RequestUser): Promise<TransportResponse>;
  /**
   * Serves the resources of a CustomResourceDefinition.
   *
   * @throws ApiError if the API rejects the definition, or a definition of the same name exists
   */
  installCustomResourceDefinition(crd: CustomResourceDefinition): void;
  /**
   * Stores objects as a cluster may contain them, including their status. Missing namespaces are
   * created.
   *
   * @throws ApiError 422 if an object is invalid, and Error if its kind is not served
   */
  seed(objects: readonly KubernetesObject[]): void;
  /**
   * Returns all objects, for {@link restore}. Cheap: unchanged objects are shared.
   *
   * @example
   * const server = createApiServer();
   * const before = server.snapshot();
   * server.seed([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }]);
   * server.restore(before); // without the namespace
   */
  snapshot(): ServerSnapshot;
  /**
   * Stores the objects of a snapshot again, and deletes all others at once, without admission,
   * finalizers or garbage collection. Clients see changes with new resource versions.
   *
   * @throws Error if a CustomResourceDefinition has changed since the snapshot
   */
  restore(snapshot: ServerSnapshot): void;
  /**
   * Calls `listener` with each change of an object, at once, until the returned function is called.
   * The listener must not change the object, and must not throw.
   */
  observe(listener: (change: ObjectChange) => void): () => void;
  /**
   * Sets the address that clients use. `/api` returns it, and the server creates the Service
   * `kubernetes`, as kube-apiserver does. {@link startHttpsServer} calls this method. Without an
   * address, as in a fake, there is no such Service.
   */
  listening(address: ServerAddress): void;
  /** Returns the user of a token that this server issued for a service account, if it is valid. */
  userOfToken(token: string): RequestUser | undefined;
  /** @throws ApiError 403 if a user may not impersonate another. Undefined is the only user */
  checkImpersonation(impersonation: Impersonation, sender: RequestUser | undefined): void;
  /** Returns whether a resource is served, by its plural name. */
  serves(group: string, version: string, plural: string): boolean;
  /** Returns all resources that are served now, built-in kinds first. */
  servedResources(): readonly ServedResource[];
  /** Ends all watches, which are its only open resources. Requests are still answered. */
  close(): Promise<void>;
}

/** A change of an object in the server; see {@link ApiServer.observe}. */
export interface ObjectChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The object after the change, in its storage version; for a deletion, its last state. */
  readonly object: DeepReadonly<KubernetesObject>;
}
