import { ApiError } from '../client/errors.js';
import { deleteOptionsBody } from '../client/call-query.js';
import type { DeleteOptions } from '../client/options.js';
import { JSON_TYPE } from '../client/representation.js';
import type { ResourceCalls } from '../client/resource-calls.js';

/** What became of an eviction. */
export type EvictionResult =
  /** The pod is ending, as after a delete. */
  | { readonly evicted: true }
  /** A PodDisruptionBudget wants the pod where it is, for now. */
  | {
      readonly evicted: false;
      /** What the budgets say, such as how many healthy pods they want. */
      readonly budgets: readonly string[];
      /** When the server asks to come again; undefined where it does not say. */
      readonly retryAfterMs: number | undefined;
    };

/** Asks for the eviction of a pod (policy/v1, the subresource `eviction`). */
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

/** Too many requests (429) may also mean that the server is busy: then no budget is named. */
function budgetsOf(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.statusCode !== 429) return [];
  return (error.status.details?.causes ?? [])
    .filter(({ reason }) => reason === 'DisruptionBudget')
    .map(({ message = '' }) => message);
}
