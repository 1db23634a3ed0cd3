import type {
  Clock,
  KubernetesObject,
  Transport,
  TransportRequest,
  TransportResponse,
} from '@vmgen/runtime';
import { ApiError } from '@vmgen/runtime/client';
import { type ApiServer, createApiServer } from '../server/api-server.js';
import type { CustomResourceDefinition } from '@vmgen/crd';
import type { FakeAction, FakeReaction, FakeReactor, FakeWatchReactor } from './fake-action.js';
import { reactionResponse, watchResponse } from './reaction-response.js';
import { ReactorChain, type FakeActionFilter } from './reactor-chain.js';
import { readAction } from './read-action.js';

/** What a fake begins with. */
export interface FakeTransportOptions {
  /** What the server serves beside the built-in kinds. */
  readonly crds?: readonly CustomResourceDefinition[];
  /** What it holds at the start. */
  readonly objects?: readonly KubernetesObject[];
  /** The server's clock; the system's by default. */
  readonly clock?: Clock;
  /**
   * Deletes objects whose owners are gone, as the garbage collector of a whole cluster does. False by
   * default, as beside envtest's kube-apiserver: there, and here, tests look at owner references.
   */
  readonly garbageCollection?: boolean;
  /** Empties namespaces that are deleted and lets them go; true by default. */
  readonly namespaceDeletion?: boolean;
}

/**
 * A transport for tests: an API server of its own in this process, with all the behaviour of the
 * real one, that writes down what it is asked and can be told to answer differently.
 */
export interface FakeTransport extends Transport, AsyncDisposable {
  /** The server behind it. What is done on it directly is not recorded. */
  readonly server: ApiServer;
  /** The calls so far, refused ones and watches included. */
  readonly actions: readonly FakeAction[];
  /** Forgets {@link actions}. */
  clearActions(): void;
  /**
   * Asks `reactor` before the server and before the reactors that are there. Watches go to watch
   * reactors only, and with them the lists of informers, which are streamed: what fails these is a
   * {@link prependWatchReactor} beside a reactor of `list`.
   */
  prependReactor(filter: FakeActionFilter, reactor: FakeReactor): void;
  /** Asks `reactor` last: for what neither the other reactors nor the server know. */
  appendReactor(filter: FakeActionFilter, reactor: FakeReactor): void;
  /** Asks `reactor` before the server when a watch begins. */
  prependWatchReactor(filter: Pick<FakeActionFilter, 'resource'>, reactor: FakeWatchReactor): void;
  /** Ends all watches, which is all that it has open. Requests are still answered. */
  close(): Promise<void>;
}

/**
 * Creates a {@link FakeTransport} that is ready at once.
 *
 * @example
 * const fake = createFakeTransport();
 * fake.prependReactor({ verb: 'create', resource: 'namespaces' }, () => {
 *   throw new Error('the connection broke');
 * });
 */
export function createFakeTransport(options: FakeTransportOptions = {}): FakeTransport {
  const { crds = [], objects = [], ...serverOptions } = options;
  const server = createApiServer(serverOptions);
  for (const crd of crds) server.installCustomResourceDefinition(crd);
  server.seed(objects);

  const actions: FakeAction[] = [];
  const before = new ReactorChain<FakeReaction>();
  const after = new ReactorChain<FakeReaction>();
  const watches = new ReactorChain<NonNullable<ReturnType<FakeWatchReactor>>>();

  const reactToWatch = async (
    action: FakeAction,
    request: TransportRequest,
  ): Promise<TransportResponse | undefined> => {
    const reaction = await watches.react(action);
    if (reaction === undefined) return undefined;
    return reaction instanceof ApiError
      ? reactionResponse(action, reaction)
      : watchResponse(reaction, request.signal);
  };

  const react = async (
    chain: ReactorChain<FakeReaction>,
    action: FakeAction,
  ): Promise<TransportResponse | undefined> => {
    const reaction = await chain.react(action).catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
    return reaction && reactionResponse(action, reaction);
  };

  const request = async (call: TransportRequest): Promise<TransportResponse> => {
    call.beforeSend?.();
    const action = readAction(call);
    if (action === undefined) return server.handle(call);
    actions.push(action);
    call.signal?.throwIfAborted();
    const isWatch = action.verb === 'watch';
    const early = isWatch ? await reactToWatch(action, call) : await react(before, action);
    if (early !== undefined) return early;
    if (isServed(server, action)) return server.handle(call);
    return (isWatch ? undefined : await react(after, action)) ?? server.handle(call);
  };

  return {
    server,
    request,
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

function isServed(server: ApiServer, action: FakeAction): boolean {
  return server.serves(action.group, action.version, action.resource);
}
