import {
  ApiError,
  type Clock,
  type KubernetesObject,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@vmgen/runtime';
import { ApiServer } from '../server/api-server.js';
import type { RequestVerb } from '../request/request-info.js';
import type { CustomResourceDefinition } from '@vmgen/crd';
import type { Action, Reaction, Reactor, WatchReactor } from './action.js';
import { reactionResponse, watchResponse } from './reaction-response.js';
import { ReactorChain } from './reactor-chain.js';
import { readAction } from './read-action.js';

export interface FakeTransportOptions {
  /** What the server serves beside the built-in kinds. */
  readonly crds?: readonly CustomResourceDefinition[];
  /** What it holds at the start. */
  readonly objects?: readonly KubernetesObject[];
  /** The server's clock; the system's by default. */
  readonly clock?: Clock;
}

/**
 * A transport for tests: an API server of its own in this process, with all the behaviour of the
 * real one, that writes down what it is asked and can be told to answer differently.
 */
export interface FakeTransport extends Transport {
  /** The server behind it. What is done on it directly is not recorded. */
  readonly server: ApiServer;
  /** The calls so far, refused ones and watches included. */
  readonly actions: readonly Action[];
  clearActions(): void;
  /**
   * Asks `reactor` before the server and before the reactors that are there. `*` stands for any
   * verb or resource; `PLURAL/status` for a subresource. Watches go to watch reactors only.
   */
  prependReactor(verb: RequestVerb | '*', resource: string, reactor: Reactor): void;
  /** Asks `reactor` last: for what neither the other reactors nor the server know. */
  appendReactor(verb: RequestVerb | '*', resource: string, reactor: Reactor): void;
  /** Asks `reactor` before the server when a watch begins. */
  prependWatchReactor(resource: string, reactor: WatchReactor): void;
}

/** A {@link FakeTransport}, ready at once. */
export function createFakeTransport(options: FakeTransportOptions = {}): FakeTransport {
  const server = new ApiServer(options.clock === undefined ? {} : { clock: options.clock });
  for (const crd of options.crds ?? []) server.installCustomResourceDefinition(crd);
  server.seed(options.objects ?? []);

  const actions: Action[] = [];
  const before = new ReactorChain<Reaction>();
  const after = new ReactorChain<Reaction>();
  const watches = new ReactorChain<NonNullable<ReturnType<WatchReactor>>>();

  const reactToWatch = async (
    action: Action,
    request: TransportRequest,
  ): Promise<TransportResponse | undefined> => {
    const reaction = await watches.react(action);
    if (reaction === undefined) return undefined;
    return reaction instanceof ApiError
      ? reactionResponse(action, reaction)
      : watchResponse(reaction, request.signal);
  };

  const react = async (
    chain: ReactorChain<Reaction>,
    action: Action,
  ): Promise<TransportResponse | undefined> => {
    const reaction = await chain.react(action).catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
    return reaction && reactionResponse(action, reaction);
  };

  const request = async (call: TransportRequest): Promise<TransportResponse> => {
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
    prependReactor: (verb, resource, reactor) => before.prepend({ verb, resource }, reactor),
    appendReactor: (verb, resource, reactor) => after.append({ verb, resource }, reactor),
    prependWatchReactor: (resource, reactor) =>
      watches.prepend({ verb: 'watch', resource }, reactor),
  };
}

function isServed(server: ApiServer, action: Action): boolean {
  return server
    .servedResources()
    .some(
      (served) =>
        served.group === action.group &&
        served.version === action.version &&
        served.plural === action.resource,
    );
}
