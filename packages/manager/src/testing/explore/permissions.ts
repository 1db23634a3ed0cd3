import { interceptTransport, VmgenError, type Transport } from '@vmgen/runtime';
import { readStatus } from '@vmgen/runtime/internal';
import { responseOf } from './refusals.js';
import type { ExplorableServer } from './explored-world.js';

/** A refusal because of a role. Quotas, policies and webhooks answer 403 too. */
const REFUSED = /User \S+ cannot [^]*/;

/**
 * Returns the transport of an operator: with the permissions of its roles. Without roles, it may do everything.
 *
 * @param report called with what is wrong if a request is refused
 */
export function permitted(
  server: ExplorableServer,
  roles: string | readonly object[] | undefined,
  report: (problem: string) => void,
): Transport {
  if (roles === undefined) return server;
  if (server.withRole === undefined) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      'the option roles needs a server with withRole, such as the one of a fake clientset',
    );
  }
  return interceptTransport(server.withRole(roles), [
    async (request, next) => {
      const response = await next(request);
      if (response.status !== 403) return response;
      const text = await response.text();
      const [refused] = REFUSED.exec(readStatus(text, 403)?.message ?? '') ?? [];
      if (refused !== undefined) report(`a permission is missing: ${refused}`);
      return responseOf(response, text);
    },
  ]);
}
