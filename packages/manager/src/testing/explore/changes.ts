import type { DeepReadonly, KubernetesObject } from '@vmgen/runtime';
import { fullNameOf, IGNORED_KINDS } from './masked-state.js';

/** A change of an object in a server. */
export interface ServerChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: DeepReadonly<KubernetesObject>;
}

/** How often an object was created and deleted. */
interface Count {
  readonly kind: string;
  created: number;
  deleted: number;
}

/** The creations and deletions of a step, by object. A call that changes nothing does not count. */
export type ChangeCounts = ReadonlyMap<string, Readonly<Count>>;

/** Counts the creations and deletions of objects in a step. */
export class Changes {
  /** The kinds whose objects the operator may delete and create again. */
  readonly #recreates: ReadonlySet<string>;
  readonly #counts = new Map<string, Count>();
  /** The UIDs of the last deleted objects, by the names of the objects. */
  readonly #deleted = new Map<string, string>();
  /** The names of the objects that were created again, by the UIDs of those that were deleted before. */
  readonly #recreated = new Map<string, string>();
  /** The UIDs of the objects that the operator has deleted. */
  readonly #deletedByOperator = new Set<string>();
  /** The UIDs of the objects that a late request has created. */
  readonly #late = new Set<string>();
  /** Whether a request of a process that has ended is executed now. */
  isLate = false;

  constructor(recreates: readonly string[]) {
    this.#recreates = new Set(recreates);
  }

  begin(): void {
    this.#counts.clear();
    this.#deleted.clear();
    this.#recreated.clear();
    this.#deletedByOperator.clear();
    this.#late.clear();
  }

  add({ type, object }: ServerChange): void {
    const { kind = '', metadata } = object;
    if (type === 'MODIFIED' || IGNORED_KINDS.has(kind) || this.#recreates.has(kind)) return;
    const { namespace, name = '', uid = '' } = metadata;
    const fullName = fullNameOf(object);
    const before = this.#deleted.get(fullName);
    if (type === 'DELETED') this.#deleted.set(fullName, uid);
    else if (before !== undefined) this.#recreated.set(before, fullName);

    const { generateName = '' } = metadata;
    const isGenerated = generateName !== '' && name.startsWith(generateName);
    const counted = isGenerated
      ? [kind, namespace, `${generateName}*`].filter(Boolean).join(' ')
      : fullName;
    const count = this.#counts.get(counted) ?? { kind, created: 0, deleted: 0 };
    this.#counts.set(counted, count);
    // A late creation does not count, nor does the work of the garbage collector that removes the object.
    // A late deletion does not count, nor does the creation with which the operator repairs it.
    if (type === 'ADDED' && this.isLate) this.#late.add(uid);
    if (type === 'DELETED' && this.isLate) count.created--;
    if (this.isLate || this.#late.has(uid)) return;
    if (type === 'ADDED') count.created++;
    else count.deleted++;
  }

  get counts(): ChangeCounts {
    return new Map([...this.#counts].map(([name, count]) => [name, { ...count }]));
  }

  /** Records the answer to a deletion by the operator. */
  addDeletion(uid: string): void {
    this.#deletedByOperator.add(uid);
  }

  /** Describes the objects that the operator has deleted, and that were created again. */
  recreated(): string[] {
    const own = [...this.#recreated].filter(([uid]) => this.#deletedByOperator.has(uid));
    return [...new Set(own.map(([, name]) => name))].map(
      (name) =>
        `${name} is deleted and created again in one step; list its kind in recreates if it must be`,
    );
  }

  /** Describes the objects that were created or deleted more often than in the run without faults. */
  excess(reference: ChangeCounts): string[] {
    const found: string[] = [];
    for (const [name, { created, deleted }] of this.#counts) {
      const expected = reference.get(name) ?? { created: 0, deleted: 0 };
      if (created <= expected.created && deleted <= expected.deleted) continue;
      found.push(
        `${name} is created ${times(created)} and deleted ${times(deleted)}, ` +
          `but without faults ${times(expected.created)} and ${times(expected.deleted)}`,
      );
    }
    return found;
  }
}

const times = (count: number): string => (count === 1 ? 'once' : `${Math.max(0, count)} times`);
