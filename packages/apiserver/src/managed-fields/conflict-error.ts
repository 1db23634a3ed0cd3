import { PatchError, type StatusCause } from '../errors/patch-error.js';
import { listPaths } from './field-set.js';
import { managerId, type ManagerEntry } from './managers.js';
import { formatPathElement } from './path-element.js';

/** The error of an apply that would change fields of other managers (409, reason Conflict). */
class ConflictError extends PatchError {
  constructor(message: string, causes: readonly StatusCause[]) {
    super(409, 'Conflict', message, causes);
    this.name = 'ConflictError';
  }
}

/**
 * Creates the error for an apply without `force`.
 *
 * @param conflicts the conflicting managers, each with the fields that it would lose
 */
export function conflictError(conflicts: readonly ManagerEntry[]): ConflictError {
  const sorted = [...conflicts].sort((a, b) => (managerId(a) < managerId(b) ? -1 : 1));
  const causes: StatusCause[] = [];
  const groups: string[] = [];
  for (const entry of sorted) {
    const paths = listPaths(entry.set).map((path) => path.map(formatPathElement).join(''));
    const manager = describeManager(entry);
    groups.push(`conflicts with ${manager}:`);
    for (const field of paths) {
      groups.push(`- ${field}`);
      causes.push({ reason: 'FieldManagerConflict', message: `conflict with ${manager}`, field });
    }
  }
  const [first] = causes;
  const message =
    first !== undefined && causes.length === 1
      ? `Apply failed with 1 conflict: ${first.message}: ${first.field ?? ''}`
      : `Apply failed with ${causes.length} conflicts: ${groups.join('\n')}`;
  return new ConflictError(message, causes);
}

function describeManager(entry: ManagerEntry): string {
  const name = JSON.stringify(entry.manager);
  const through =
    entry.subresource === ''
      ? name
      : `${name} with subresource ${JSON.stringify(entry.subresource)}`;
  return entry.operation === 'Update' ? `${through} using ${entry.apiVersion}` : through;
}
