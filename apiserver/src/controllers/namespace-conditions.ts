import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** The number of objects that remain in a namespace that is being deleted. */
export interface RemainingContent {
  /** By `PLURAL.GROUP`. */
  readonly resources: ReadonlyMap<string, number>;
  /** By finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

interface Found {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/**
 * Returns the conditions of a namespace that is being deleted. Upstream:
 * pkg/controller/namespace/deletion/status_condition_utils.go.
 *
 * @param content undefined if it was not counted because the namespace still has pods
 * @returns the same array if nothing changes
 */
export function namespaceConditions(
  before: JsonValue | undefined,
  content: RemainingContent | undefined,
  time: string,
): JsonValue[] {
  const conditions = Array.isArray(before) ? before : [];
  let next = conditions;
  for (const [type, found] of Object.entries(findings(content))) {
    const index = conditions.findIndex((each) => isJsonObject(each) && each['type'] === type);
    const old = conditions[index];
    if (isJsonObject(old) && isSame(old, found)) continue;
    if (next === conditions) next = [...conditions];
    const isTurn = !isJsonObject(old) || old['status'] !== found.status;
    const lastTransitionTime = isTurn ? time : (old['lastTransitionTime'] ?? time);
    const { status, reason, message } = found;
    next[index === -1 ? next.length : index] = {
      type,
      status,
      lastTransitionTime,
      reason,
      message,
    };
  }
  return next;
}

function isSame(old: JsonObject, { status, reason, message }: Found): boolean {
  return old['status'] === status && old['reason'] === reason && old['message'] === message;
}

function findings(content: RemainingContent | undefined): Readonly<Record<string, Found>> {
  const fine = (reason: string, message: string): Found => ({ status: 'False', reason, message });
  const all = 'All resources successfully discovered';
  return {
    NamespaceDeletionDiscoveryFailure: fine('ResourcesDiscovered', all),
    NamespaceDeletionGroupVersionParsingFailure: fine(
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    NamespaceDeletionContentFailure: fine(
      'ContentDeleted',
      'All content successfully deleted, may be waiting on finalization',
    ),
    NamespaceContentRemaining: content?.resources.size
      ? {
          status: 'True',
          reason: 'SomeResourcesRemain',
          message: `Some resources are remaining: ${counted(content.resources, 'has')}`,
        }
      : fine('ContentRemoved', 'All content successfully removed'),
    NamespaceFinalizersRemaining: content?.finalizers.size
      ? {
          status: 'True',
          reason: 'SomeFinalizersRemain',
          message: `Some content in the namespace has finalizers remaining: ${counted(content.finalizers, 'in')}`,
        }
      : fine('ContentHasNoFinalizers', 'All content-preserving finalizers finished'),
  };
}

function counted(counts: ReadonlyMap<string, number>, word: string): string {
  return [...counts]
    .map(([what, count]) => `${what} ${word} ${count} resource instances`)
    .sort()
    .join(', ');
}
