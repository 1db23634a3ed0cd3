import type {
  Clock,
  KubernetesObject,
  Transport,
  TransportRequest,
  TransportResponse,
} from '@vmgen/runtime';
import { randomUuid, systemClock } from '@vmgen/runtime/async';
import { handleDiscovery, isRoutedDocument } from '../discovery/handle-discovery.js';
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '@vmgen/base/json';
import { asPlainJson } from '@vmgen/crd/internal';
import { createOpenApiHandler, type OpenApiHandler } from '../openapi/open-api-handler.js';
import { combineControllers, runAtOnce, type Controller } from '../controllers/controller.js';
import { GarbageCollector } from '../controllers/garbage-collector.js';
import { KubernetesService } from '../controllers/kubernetes-service.js';
import { NamespaceController } from '../controllers/namespace-controller.js';
import { CustomResources } from '../registry/custom-resources.js';
import { INITIAL_NAMESPACES, initialNamespace } from '../built-in/strategies/namespace.js';
import { timestamp } from '../registry/commit.js';
import { handleCreate } from '../registry/create-object.js';
import { EncodedEvents } from '../registry/encoded-events.js';
import { WebhookClient } from '../admission/webhook-client.js';
import { MutatingWebhooks, ValidatingWebhooks } from '../admission/webhooks.js';
import { keyOf, type Endpoint } from '../resource/endpoint.js';
import { handleResource, pageNotFound } from '../registry/handle-resource.js';
import { metadataOf, metaString } from '../resource/object-meta.js';
import { Registry } from '../registry/registry.js';
import { MutatingPolicies } from '../admission/mutating-policies.js';
import { ValidatingPolicies } from '../admission/validating-policies.js';
import type { RequestContext } from '../registry/request-context.js';
import { runSynchronously } from '../request/steps.js';
import { requestTimeoutMs } from '../request/request-timeout.js';
import { requestWork } from '../request/request-work.js';
import { Slices, WRITE_STEPS } from '../registry/slices.js';
import { errorResponse } from '../registry/respond.js';
import { seedObject } from '../registry/seed-object.js';
import { StoredSnapshot, type ServerSnapshot } from '../registry/server-snapshot.js';
import type { ServedResource } from '../resource/served-resource.js';
import { textOf } from '../json/text-of.js';
import { errorInForm, isPretty, prettyResponse } from '../response/pretty-response.js';
import type { ServerAddress } from '../request/server-address.js';
import {
  isWrite,
  parseRequestInfo,
  RequestInfoCache,
  type RequestInfo,
} from '../request/request-info.js';
import { impersonatedUser, impersonationIn, type Impersonation } from '../request/impersonation.js';
import { checkAllowed, checkImpersonation } from '../authorization/access.js';
import { defaultRoles } from '../authorization/default-roles.js';
import { GrantCheck } from '../admission/grant-check.js';
import { RBAC_GROUP, RbacAuthorizer } from '../authorization/rbac-authorizer.js';
import { attributesOf } from '../authorization/request-attributes.js';
import { authenticatedAccount } from '../registry/service-account-tokens.js';
import type { RequestUser } from '../request/request-user.js';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { internalError, unknownResource } from '../errors/status-error.js';
import { HistoryBudget } from '../storage/history-budget.js';
import { MemoryBudget } from '../storage/memory-budget.js';
import { memoryLimits } from '../storage/memory-limits.js';
import type { StoreEvent } from '../storage/event-log.js';
import { StorageQuota } from '../storage/storage-quota.js';
import { ViewCache } from '../storage/view-cache.js';
import type { ApiServerOptions } from './api-server-options.js';
import type { Host } from './host.js';
import { METRICS_PATH, RequestMetrics, type RequestTarget } from './request-metrics.js';
import type { ApiServer, ObjectChange } from './api-server.js';

/** An {@link ApiServer} in Node or in a browser. */
export class InMemoryApiServer implements ApiServer {
  readonly transport: Transport;
  readonly #clock: Clock;
  readonly #registry: Registry;
  readonly #authorizer: RbacAuthorizer | undefined;
  readonly #definitions: CustomResources;
  readonly #webhooks: WebhookClient;
  readonly #controllers: Controller;
  readonly #kubernetesService = new KubernetesService((path, service) => {
    this.#create(path, service, { 'user-agent': 'kube-apiserver' });
  });
  readonly #platform: string;
  #address: string | undefined;
  readonly #handleOpenApi: OpenApiHandler;
  readonly #encoded = new EncodedEvents();
  readonly #infos = new RequestInfoCache();
  readonly #metrics: RequestMetrics;
  #closing = new AbortController();
  #isRunningControllers = false;
  readonly #observers = new Set<(change: ObjectChange) => void>();

  constructor(options: ApiServerOptions, host: Host) {
    const limits = memoryLimits(host.heapLimit);
    this.#platform = host.platform;
    this.#clock = options.clock ?? systemClock;
    this.#webhooks = new WebhookClient(options, host.network, (namespace, name) => {
      const services = this.#registry.lookup('', 'v1', 'services');
      return services?.store.get(keyOf(namespace, name)) !== undefined;
    });
    this.#authorizer =
      options.authorization === 'RBAC'
        ? new RbacAuthorizer((plural) => this.#registry.lookup(RBAC_GROUP, 'v1', plural)?.store)
        : undefined;
    this.#definitions = new CustomResources(() => this.#registry, {
      clock: this.#clock,
      conversions: options.conversions,
      webhooks: this.#webhooks,
    });
    this.#registry = new Registry({
      ...(options.watchHistory === undefined ? {} : { logCapacity: options.watchHistory }),
      random: options.random,
      budget: new HistoryBudget(options.watchHistoryBytes ?? limits.history),
      quota: new StorageQuota(options.storageQuotaBytes ?? limits.storage),
      views: new ViewCache(limits.views),
      texts: new MemoryBudget(limits.texts),
      onChange: (store, event) => {
        this.#controllers.observe(store, event);
        const resource = this.#registry.endpointOf(store)?.resource;
        if (resource !== undefined) this.#registry.admission.observe(resource, event);
        this.#notify(event);
      },
      admissionPlugins: (registry) => [
        new MutatingPolicies(registry),
        new MutatingWebhooks(registry, this.#webhooks),
        new ValidatingPolicies(registry),
        new ValidatingWebhooks(registry, this.#webhooks),
        ...(this.#authorizer === undefined ? [] : [new GrantCheck(this.#authorizer)]),
      ],
      builtIn: {
        data: host.builtIns,
        ...(options.runtimeConfig === undefined ? {} : { runtimeConfig: options.runtimeConfig }),
        strategies: {
          'apiextensions.k8s.io/v1/CustomResourceDefinition': this.#definitions.strategy,
        },
      },
    });
    this.#metrics = new RequestMetrics(this.#registry, host.processSeries);
    this.#handleOpenApi = createOpenApiHandler(this.#registry.builtIn.types.library);
    this.transport = {
      request: async (request) => {
        request.beforeSend?.();
        return this.handle(request);
      },
    };
    this.#controllers = this.#createControllers(options);
    for (const name of INITIAL_NAMESPACES) this.#addNamespace(name);
    if (this.#authorizer !== undefined) this.seed(defaultRoles());
    for (const crd of options.crds ?? []) this.installCustomResourceDefinition(crd);
  }

  #createControllers({ garbageCollection, namespaceDeletion }: ApiServerOptions): Controller {
    const host = { registry: this.#registry, clock: this.#clock };
    return combineControllers([
      this.#definitions,
      this.#kubernetesService,
      ...(namespaceDeletion === false
        ? []
        : [new NamespaceController(host, this.#registry.namespaces)]),
      ...(garbageCollection === true ? [new GarbageCollector(host)] : []),
    ]);
  }

  async handle(request: TransportRequest, user?: RequestUser): Promise<TransportResponse> {
    request.signal?.throwIfAborted();
    const info = this.#infos.of(request.method, request.path);
    const endpoint = info && this.#registry.lookup(info.group, info.version, info.resource);
    const target = info && endpoint && { info, endpoint };
    const response = await this.#answerAs(request, target, user, info);
    this.#metrics.count(request, target, response.status);
    if (response.status >= 400) return errorInForm(request, response);
    return isPretty(request) && !isStream(request) ? prettyResponse(response) : response;
  }

  /** Answers a request as the user whom it impersonates. */
  #answerAs(
    request: TransportRequest,
    target: RequestTarget | undefined,
    user: RequestUser | undefined,
    info: RequestInfo | undefined,
  ): TransportResponse | Promise<TransportResponse> {
    let context: RequestContext | undefined;
    try {
      const deadlineMs = this.#clock.nowMs() + requestTimeoutMs(request.path, info);
      const impersonation = impersonationIn(request.headers ?? {});
      if (impersonation !== undefined) this.checkImpersonation(impersonation, user);
      const caller = impersonation === undefined ? user : impersonatedUser(impersonation);
      if (this.#authorizer !== undefined) {
        checkAllowed(this.#authorizer, caller, attributesOf(request, info));
      }
      context = target && {
        ...this.#contextOf(target.endpoint, target.info, request, caller),
        deadlineMs,
      };
    } catch (error) {
      return errorResponse(error);
    }
    if (context === undefined) return this.#answerPath(request, info);
    return this.#serve(context);
  }

  /** Answers a request for a path that is not a served resource. */
  #answerPath(request: TransportRequest, info: RequestInfo | undefined): TransportResponse {
    if (request.path.split('?')[0] === METRICS_PATH) return this.#metrics.page();
    if (info !== undefined && this.#definitions.isUnresolvable(info)) {
      return errorResponse(internalError('error resolving resource'));
    }
    const resources = this.#registry.served();
    return (
      handleDiscovery(request, resources, { platform: this.#platform, address: this.#address }) ??
      this.#handleOpenApi(request, resources) ??
      this.#unknownPath(request.path)
    );
  }

  #serve(context: RequestContext): TransportResponse | Promise<TransportResponse> {
    try {
      const sharing = { encoded: this.#encoded, closing: this.#closing.signal };
      const answered = handleResource(context, sharing);
      // A promise that is not needed delays the response by several microtasks.
      const isOver = !(answered instanceof Promise) && !this.#hasWorkAfter(context);
      return isOver ? answered : this.#complete(context, answered);
    } catch (error) {
      return failedResponse(context, error);
    }
  }

  /** Waits for the response, and runs the controllers after a write. */
  async #complete(
    context: RequestContext,
    answered: TransportResponse | Promise<TransportResponse>,
  ): Promise<TransportResponse> {
    try {
      try {
        return await answered;
      } finally {
        // A request that fails may have deleted some of its objects.
        if (this.#hasWorkAfter(context)) await this.#runControllers();
      }
    } catch (error) {
      return failedResponse(context, error);
    }
  }

  #hasWorkAfter({ info }: RequestContext): boolean {
    return isWrite(info.verb) && this.#controllers.hasWork;
  }

  /**
   * Runs the controllers in slices. Only the request that starts them waits for them. They also do
   * the work that other requests add in the meantime.
   */
  async #runControllers(): Promise<void> {
    if (this.#isRunningControllers) return;
    this.#isRunningControllers = true;
    try {
      const slices = new Slices();
      for (const _ of this.#controllers.run()) {
        if (slices.isOver(WRITE_STEPS)) await slices.pause();
      }
    } finally {
      this.#isRunningControllers = false;
    }
  }

  #contextOf(
    endpoint: Endpoint,
    info: RequestInfo,
    request: TransportRequest,
    user?: RequestUser,
  ): RequestContext {
    return {
      registry: this.#registry,
      clock: this.#clock,
      endpoint,
      info,
      request,
      work: requestWork(),
      warnings: [],
      admission:
        isWrite(info.verb) && this.#registry.admission.appliesTo(endpoint.resource)
          ? this.#registry.admission
          : undefined,
      deadlineMs: Infinity,
      user,
      authorizer: this.#authorizer,
    };
  }

  /** The generic router answers unknown paths of built-in groups. */
  #unknownPath(path: string): TransportResponse {
    const [, root, group] = path.split(/[/?]/);
    const isBuiltIn =
      root === 'api' || (root === 'apis' && this.#registry.builtIn.hasGroup(group ?? ''));
    return isBuiltIn ? errorResponse(unknownResource()) : pageNotFound();
  }

  installCustomResourceDefinition(crd: CustomResourceDefinition): void {
    this.#create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      ...crd,
    });
    runAtOnce(this.#controllers);
  }

  listening({ host, port }: ServerAddress): void {
    this.#address = `${host}:${port}`;
    this.#kubernetesService.listening(port);
    runAtOnce(this.#controllers);
  }

  /** Creates an object without admission. */
  #create(path: string, object: object, headers: Readonly<Record<string, string>> = {}): void {
    const request: TransportRequest = { method: 'POST', path, headers, body: exactText(object) };
    const info = parseRequestInfo('POST', path);
    const endpoint = info && this.#registry.lookup(info.group, info.version, info.resource);
    if (info === undefined || endpoint === undefined) throw new Error(`${path} is not served`);
    const context = this.#contextOf(endpoint, info, request);
    runSynchronously(handleCreate({ ...context, admission: undefined }));
  }

  seed(objects: readonly KubernetesObject[]): void {
    for (const object of objects) {
      const copy = parseJson(exactText(object));
      if (isJsonObject(copy)) this.#seedObject(copy);
    }
    runAtOnce(this.#controllers);
  }

  #seedObject(object: JsonObject): void {
    const { apiVersion, kind } = object;
    const endpoint = this.#registry.lookupKind(textOf(apiVersion), textOf(kind));
    if (endpoint === undefined) {
      throw new Error(
        `cannot seed a ${textOf(kind)} of ${textOf(apiVersion)}: the kind is not served; install its CustomResourceDefinition first`,
      );
    }
    if (endpoint.resource.namespaced) {
      const namespace = metaString(object, 'namespace') || 'default';
      if (this.#registry.namespaces.store.get(namespace) === undefined)
        this.#addNamespace(namespace);
    }
    seedObject(this.#contextOf(endpoint, seedInfo(endpoint), { method: 'POST', path: '' }), object);
  }

  /** Creates an initial namespace without validation. */
  #addNamespace(name: string): void {
    const namespace = initialNamespace(name);
    namespace['metadata'] = {
      ...metadataOf(namespace),
      uid: randomUuid(this.#registry.random),
      creationTimestamp: timestamp(this.#clock),
    };
    this.#registry.namespaces.store.put(name, namespace, undefined);
  }

  snapshot(): ServerSnapshot {
    return new StoredSnapshot(this.#registry);
  }

  restore(snapshot: ServerSnapshot): void {
    if (!(snapshot instanceof StoredSnapshot))
      throw new Error('restore() needs what snapshot() returned');
    snapshot.restore(this.#registry);
    runAtOnce(this.#controllers);
  }

  #notify({ type, revision }: StoreEvent): void {
    if (this.#observers.size === 0) return;
    // The API has accepted it, so it has the fields that all objects have.
    const object = revision.object as JsonObject & KubernetesObject;
    for (const observer of this.#observers) observer({ type, object });
  }

  observe(listener: (change: ObjectChange) => void): () => void {
    // A wrapper, so that a listener that is added twice is removed once.
    const call = (change: ObjectChange): void => listener(change);
    this.#observers.add(call);
    return () => this.#observers.delete(call);
  }

  userOfToken(token: string): RequestUser | undefined {
    const { tokens, coreStore } = this.#registry;
    return authenticatedAccount(tokens, coreStore, token, this.#clock.date().getTime() / 1000);
  }

  checkImpersonation(impersonation: Impersonation, sender: RequestUser | undefined): void {
    if (this.#authorizer !== undefined) checkImpersonation(this.#authorizer, sender, impersonation);
  }

  /** Whether kube-apiserver answers HEAD as GET. Its generic router, for built-in kinds, does not. */
  allowsHead(path: string): boolean {
    const info = this.#infos.of('GET', path);
    const endpoint = info && this.#registry.lookup(info.group, info.version, info.resource);
    return endpoint?.resource.isCustom ?? !isRoutedDocument(path, this.#registry.served());
  }

  serves(group: string, version: string, plural: string): boolean {
    return this.#registry.lookup(group, version, plural) !== undefined;
  }

  servedResources(): readonly ServedResource[] {
    return this.#registry.served();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#webhooks.close();
    this.#closing = new AbortController();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/**
 * Returns the response for an error.
 *
 * @throws the reason of the request's signal
 */
function failedResponse({ request, warnings }: RequestContext, error: unknown): TransportResponse {
  const { signal } = request;
  if (signal?.aborted === true && error === signal.reason) throw error;
  return errorResponse(error, warnings);
}

/** Each event of a watch is one line, and OpenAPI documents are never indented. */
function isStream({ method, path }: TransportRequest): boolean {
  return path.startsWith('/openapi/') || parseRequestInfo(method, path)?.verb === 'watch';
}

function seedInfo({ resource }: Endpoint): RequestInfo {
  return {
    verb: 'create',
    group: resource.group,
    version: resource.version,
    resource: resource.plural,
    namespace: undefined,
    name: undefined,
    subresource: undefined,
    query: new URLSearchParams(),
  };
}

/** Integers beyond 2^53 in files are parsed as bigints. */
const exactText = (object: object): string => stringifyJson(asPlainJson(object) ?? {});
