import { ApiError } from '../client/errors.js';
import { deleteOptionsBody } from '../client/call-query.js';
import type { DeleteOptions } from '../client/options.js';
import { JSON_TYPE } from '../client/representation.js';
import type { ResourceCalls } from '../client/resource-calls.js';

/** The result of an eviction. */
export type EvictionResult =
  /** The pod is terminating, as after a deletion. */
  | { readonly evicted: true }
  /** A PodDisruptionBudget currently does not allow the eviction. */
  | {
      readonly evicted: false;
      /** The messages of the budgets, such as how many healthy pods they require. */
      readonly budgets: readonly string[];
      /**
       * The delay before a retry that the server requests, in milliseconds. Undefined if it
       * requests none.
       */
      readonly retryAfterMs: number | undefined;
    };

/** Evicts a pod (policy/v1, the subresource `eviction`). */
export async function evict(
  calls: ResourceCalls,
  { name, namespace }: { readonly name: string; readonly namespace: string },
  options: DeleteOptions,
): Promise<EvictionResult> {
  const { signal } = options;
  const body = {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace },
    deleteOptions: deleteOptionsBody(options),
  };
  try {
    const response = await calls.send({
      method: 'POST',
      name,
      subresource: 'eviction',
      body,
      contentType: JSON_TYPE,
      signal,
    });
    await response.text();
    return { evicted: true };
  } catch (error) {
    const budgets = budgetsOf(error);
    if (!(error instanceof ApiError) || budgets.length === 0) throw error;
    return { evicted: false, budgets, retryAfterMs: error.retryAfterMs };
  }
}

/**
 * Status 429 may also mean that the server is overloaded. Then there is no cause of type
 * DisruptionBudget.
 */
function budgetsOf(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.statusCode !== 429) return [];
  return (error.status.details?.causes ?? [])
    .filter(({ reason }) => reason === 'DisruptionBudget')
    .map(({ message = '' }) => message);
}
