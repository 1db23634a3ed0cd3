import type { JsonObject } from '@vmgen/base/json';
import { keyOf } from '../resource/endpoint.js';
import type { ClusterView, NamedKind } from '../resource/strategy.js';
import { SERVER_USER } from '../request/request-user.js';
import { timestamp } from './commit.js';
import type { RequestContext } from './request-context.js';

/** Returns the view of the server that strategies get. */
export function clusterView({ registry, clock, user = SERVER_USER }: RequestContext): ClusterView {
  return {
    user,
    random: registry.random ?? Math.random,
    now: () => timestamp(clock),
    get({ group, version, plural }, namespace, name) {
      const endpoint = registry.lookup(group, version, plural);
      const revision = endpoint?.store.get(keyOf(namespace, name));
      return revision === undefined ? undefined : endpoint?.read(revision);
    },
    *list({ group, version, plural }: NamedKind, namespace?: string): Generator<JsonObject> {
      const endpoint = registry.lookup(group, version, plural);
      if (endpoint === undefined) return;
      const prefix = namespace === undefined ? '' : `${namespace}/`;
      for (const revision of endpoint.store.scan(prefix)) yield endpoint.read(revision);
    },
  };
}
