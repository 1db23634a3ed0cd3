import type {
  Clock,
  KubernetesObject,
  Transport,
  TransportRequest,
  TransportResponse,
  ApiStatus,
} from '@vmgen/runtime';
import { ApiError } from '@vmgen/runtime/client';
import type { Conversion } from '@vmgen/runtime/conversion';
import type { ApiServer } from '../server/api-server.js';
import { createApiServer } from '../node/create-api-server.js';
import type { CustomResourceDefinition } from '@vmgen/crd';
import type {
  FakeAction,
  FakeReaction,
  FakeReactor,
  FakeWatchReactor,
  FakeWatchEvent,
} from './fake-action.js';
import { ReactorChain, type FakeActionFilter } from './reactor-chain.js';
import { parseYamlBody } from '@vmgen/base/yaml';
import { statusResponse } from '../response/status-response.js';
import { RoleCheck } from './role-check.js';
import { objectsIn, RoleRules, type RoleObject } from './role-rules.js';
import type { WebhookOptions } from '../admission/webhook-client.js';
import { parseRequestInfo } from '../request/request-info.js';
import type { Random } from '@vmgen/runtime/async';
import { orAborted } from '../request/or-aborted.js';
import { streamResponse, textResponse } from '../response/text-response.js';

/** Options of {@link createFakeTransport}. */
export interface FakeTransportOptions extends WebhookOptions {
  /** Definitions to serve beside the built-in kinds. Defaults to none. */
  readonly crds?: readonly CustomResourceDefinition[];
  /**
   * The initial objects, or a YAML text with them, such as the content of a manifest. They are stored
   * without admission. Defaults to none.
   */
  readonly objects?: readonly KubernetesObject[] | string;
  /** The server's clock. Defaults to the system clock. */
  readonly clock?: Clock;
  /**
   * The source of UIDs, generated names, addresses and ports; see `createFakeRandom`. Defaults to an
   * unpredictable one.
   */
  readonly random?: Random;
  /**
   * Whether to delete objects without remaining owners, as the garbage collector of a cluster does.
   * Defaults to false, as with envtest's kube-apiserver. In both cases, tests check owner
   * references instead.
   */
  readonly garbageCollection?: boolean;
  /**
   * Whether to delete the content of namespaces that are deleted, and then the namespaces. Defaults
   * to true.
   */
  readonly namespaceDeletion?: boolean;
  /**
   * The conversions of kinds with a conversion webhook, called in this process instead of the
   * webhook. Without one, a conversion changes only the apiVersion, and writes have a warning.
   * Defaults to none.
   */
  readonly conversions?: readonly Conversion[];
}

/**
 * A transport for tests: an API server in this process, which behaves like kube-apiserver, records
 * its requests, and can be programmed to answer differently.
 */
export interface FakeTransport extends Transport, AsyncDisposable {
  /** The server. Direct calls to it are not recorded. */
  readonly server: ApiServer;
  /** The recorded requests, including rejected ones and watches. */
  readonly actions: readonly FakeAction[];
  /** Removes all recorded {@link actions}. */
  clearActions(): void;
  /**
   * Calls `reactor` before the server and before other reactors. Watches call only watch reactors.
   * Informers stream their lists by watches, so to make an informer fail, add a {@link
   * prependWatchReactor} beside a reactor for `list`.
   */
  prependReactor(filter: FakeActionFilter, reactor: FakeReactor): void;
  /** Calls `reactor` last, for requests that neither other reactors nor the server know. */
  appendReactor(filter: FakeActionFilter, reactor: FakeReactor): void;
  /** Calls `reactor` before the server when a watch starts. */
  prependWatchReactor(filter: Pick<FakeActionFilter, 'resource'>, reactor: FakeWatchReactor): void;
  /**
   * Creates a transport of a user who has only the permissions of these roles and the default ones
   * of a cluster, as with RBAC: other requests are answered with 403. Pass it to the tested program.
   * The requests of the {@link FakeTransport} itself remain unrestricted. `roles` are ClusterRole
   * and Role objects, or a YAML text with them; other objects in the text, such as bindings, are
   * ignored. A ClusterRole applies to all namespaces, a Role to its own. Roles and bindings that grant what
   * the user does not have are answered with 403 too, unless he may `escalate` or `bind` the role.
   *
   * @example
   * const fake = createFakeTransport();
   * const rules = [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }];
   * const operator = fake.withRole([{ metadata: { name: 'operator' }, rules }]);
   * await operator.request({ method: 'GET', path: '/api/v1/secrets', headers: {} }); // 403
   * console.log(operator.unusedRules());
   */
  withRole(roles: string | readonly RoleObject[], options?: RoleOptions): RestrictedTransport;
  /** Ends all watches, which are its only open resources. Requests are still answered. */
  close(): Promise<void>;
}

/** Options of {@link FakeTransport.withRole}. */
export interface RoleOptions {
  /** The name of the user, for messages. Defaults to `system:serviceaccount:default:operator`. */
  readonly user?: string;
}

/** A transport of a user with limited permissions; see {@link FakeTransport.withRole}. */
export interface RestrictedTransport extends Transport {
  /**
   * Returns the permissions that no request has needed, such as
   * `ClusterRole site-operator: delete configmaps`. A streamed list (`sendInitialEvents`) counts as
   * `list` too, because other servers require it; and an owner reference that blocks the deletion of
   * its owner as `update` of the subresource `finalizers` of the owner, which some clusters require.
   */
  unusedRules(): readonly string[];
}

/**
 * Creates a {@link FakeTransport}. It is ready at once.
 *
 * @example
 * const fake = createFakeTransport();
 * fake.prependReactor({ verb: 'create', resource: 'namespaces' }, () => {
 *   throw new Error('connection reset');
 * });
 */
export function createFakeTransport(options: FakeTransportOptions = {}): FakeTransport {
  const { objects = [], ...serverOptions } = options;
  const server = createApiServer(serverOptions);
  server.seed(typeof objects === 'string' ? objectsIn('the objects', objects) : objects);

  const actions: FakeAction[] = [];
  const before = new ReactorChain<FakeReaction>();
  const after = new ReactorChain<FakeReaction>();
  const watches = new ReactorChain<WatchReaction>();

  const request = async (call: TransportRequest, role?: RoleCheck): Promise<TransportResponse> => {
    call.beforeSend?.();
    const action = readAction(call);
    if (action !== undefined) actions.push(action);
    call.signal?.throwIfAborted();
    const denied = await role?.check(call, action);
    if (denied !== undefined) return statusResponse(denied);
    const user = role?.user;
    if (action === undefined) return server.handle(call, user);
    const isWatch = action.verb === 'watch';
    const early = isWatch ? await reactToWatch(watches, action, call) : await react(before, action);
    if (early !== undefined) return early;
    if (isServed(server, action)) return server.handle(call, user);
    return (isWatch ? undefined : await react(after, action)) ?? server.handle(call, user);
  };

  return {
    server,
    request: (call) => request(call),
    withRole(roles, { user = 'system:serviceaccount:default:operator' } = {}) {
      const role = new RoleCheck(server, user, new RoleRules(roles, process.env[RECORD_VARIABLE]));
      return {
        request: (call) => request(call, role),
        freezeObjects: true,
        unusedRules: () => role.rules.unused(),
      };
    },
    get actions() {
      return [...actions];
    },
    clearActions: () => void actions.splice(0),
    prependReactor: (filter, reactor) => before.prepend(filter, reactor),
    appendReactor: (filter, reactor) => after.append(filter, reactor),
    prependWatchReactor: ({ resource = '*' }, reactor) =>
      watches.prepend({ verb: 'watch', resource }, reactor),
    freezeObjects: true,
    close: () => server.close(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

type WatchReaction = NonNullable<ReturnType<FakeWatchReactor>>;

async function reactToWatch(
  chain: ReactorChain<WatchReaction>,
  action: FakeAction,
  request: TransportRequest,
): Promise<TransportResponse | undefined> {
  const reaction = await chain.react(action);
  if (reaction === undefined) return undefined;
  return reaction instanceof ApiError
    ? reactionResponse(action, reaction)
    : watchResponse(reaction, request.signal);
}

async function react(
  chain: ReactorChain<FakeReaction>,
  action: FakeAction,
): Promise<TransportResponse | undefined> {
  const reaction = await chain.react(action).catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
  return reaction && reactionResponse(action, reaction);
}

/** The file to which `vmgen rbac --from-run` lets test runs record permissions. */
const RECORD_VARIABLE = 'VMGEN_PERMISSIONS';

function isServed(server: ApiServer, action: FakeAction): boolean {
  return server.serves(action.group, action.version, action.resource);
}

/** Returns the action of a request; undefined if it is not for a resource (discovery, health). */
function readAction(request: TransportRequest): FakeAction | undefined {
  const info = parseRequestInfo(request.method, request.path);
  if (info === undefined) return undefined;
  const { query, ...target } = info;
  return { ...target, body: bodyOf(request), query: Object.fromEntries(query) };
}

function bodyOf(request: TransportRequest): unknown {
  const { body } = request;
  if (body === undefined || body.length === 0) return undefined;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch {
    return bodyFromYaml(text);
  }
}

/** An apply may be YAML. Other text is passed unchanged, and the server rejects it. */
function bodyFromYaml(text: string): unknown {
  try {
    return parseYamlBody(text);
  } catch {
    return text;
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };
const encoder = new TextEncoder();

/** Encodes the response of a reactor. */
function reactionResponse(action: FakeAction, reaction: FakeReaction): TransportResponse {
  const body = reaction instanceof ApiError ? failureOf(reaction) : reaction;
  return textResponse(statusCode(action, body), JSON_TYPE, `${JSON.stringify(body)}\n`);
}

/** Returns the Status of an error. Tests may create errors with only a code and a reason. */
function failureOf({ status }: ApiError): ApiStatus {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    code: 500,
    ...status,
  };
}

function statusCode(action: FakeAction, body: object): number {
  if ('kind' in body && body.kind === 'Status' && 'code' in body && typeof body.code === 'number') {
    return body.code;
  }
  return action.verb === 'create' ? 201 : 200;
}

/**
 * Encodes the events of a watch reactor. The stream ends with the events, or when the request is
 * aborted.
 */
function watchResponse(
  events: AsyncIterable<FakeWatchEvent>,
  signal: AbortSignal | undefined,
): TransportResponse {
  return streamResponse(JSON_TYPE, eventLines(events, signal));
}

async function* eventLines(
  events: AsyncIterable<FakeWatchEvent>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orAborted(iterator.next(), signal);
      if (next.done === true) return;
      yield encoder.encode(`${JSON.stringify(next.value)}\n`);
    }
  } finally {
    // Not awaited, because an iterator that waits for its next event would never settle.
    void iterator.return?.().catch(() => undefined);
  }
}
