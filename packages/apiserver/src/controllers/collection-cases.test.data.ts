/** An owner in a step. The uid defaults to that of the object with the name. */
interface RequestedOwner {
  readonly name: string;
  /** The kind in the reference. Defaults to the owner's kind. */
  readonly kind?: string;
  readonly blocks?: true;
  /** Another uid than that of the object. */
  readonly uid?: string;
  /** The name in the reference. Defaults to the owner's name. */
  readonly said?: string;
}

/**
 * A request of a client. Names are those of Machines in the namespace `default`; `other/NAME` is in
 * the namespace `other`, `/NAME` is a cluster-scoped Rack.
 */
export type Step =
  | {
      readonly create: string;
      readonly owners?: readonly RequestedOwner[];
      readonly finalizers?: readonly string[];
    }
  /** Waits until the controllers have processed the created objects. */
  | { readonly wait: true }
  | { readonly remove: string; readonly policy?: 'Background' | 'Foreground' | 'Orphan' }
  /** Removes the finalizers of other controllers from an object. */
  | { readonly release: string }
  /** Replaces the owners of an object. */
  | { readonly own: string; readonly owners: readonly RequestedOwner[] };

export interface CollectionCase {
  readonly title: string;
  readonly steps: readonly Step[];
  /**
   * The remaining objects after each step except creations, when the controllers are idle: `NAME`,
   * or `-NAME` while it is being deleted; then its finalizers; then `<OWNER`, or `!<OWNER` if it
   * blocks the owner's deletion.
   */
  readonly left: readonly (readonly string[])[];
}
/** The expected objects are those of kube-controller-manager 1.36.3 with kube-apiserver 1.36.3. */
export const collectionCases: readonly CollectionCase[] = [
  {
    title: 'a background deletion removes dependents transitively',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a' }] },
      { create: 'c', owners: [{ name: 'b' }] },
      { remove: 'a', policy: 'Background' },
    ],
    left: [[]],
  },
  {
    title: 'a deletion without a policy is a background deletion',
    steps: [{ create: 'a' }, { create: 'b', owners: [{ name: 'a' }] }, { remove: 'a' }],
    left: [[]],
  },
  {
    title:
      'a dependent with a finalizer is marked as deleted, and its dependents remain until it is removed',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a' }], finalizers: ['x/y'] },
      { create: 'c', owners: [{ name: 'b' }] },
      { remove: 'a' },
      { release: 'b' },
    ],
    left: [['-b x/y <a', 'c <b'], []],
  },
  {
    title: 'a foreground deletion waits for blocking dependents',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a', blocks: true }], finalizers: ['x/y'] },
      { create: 'c', owners: [{ name: 'a', blocks: true }] },
      { remove: 'a', policy: 'Foreground' },
      { release: 'b' },
    ],
    left: [['-a foregroundDeletion', '-b x/y !<a'], []],
  },
  {
    title: 'a foreground deletion also deletes dependents that do not block, without waiting',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a' }], finalizers: ['x/y'] },
      { remove: 'a', policy: 'Foreground' },
      { release: 'b' },
    ],
    left: [['-b x/y <a'], []],
  },
  {
    title: 'dependents with dependents are also deleted in the foreground',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a', blocks: true }] },
      { create: 'c', owners: [{ name: 'b', blocks: true }], finalizers: ['x/y'] },
      { remove: 'a', policy: 'Foreground' },
      { release: 'c' },
    ],
    left: [['-a foregroundDeletion', '-b foregroundDeletion !<a', '-c x/y !<b'], []],
  },
  {
    title: 'an owner is removed when its dependent no longer blocks',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a', blocks: true }], finalizers: ['x/y'] },
      { remove: 'a', policy: 'Foreground' },
      { own: 'b', owners: [{ name: 'a' }] },
    ],
    left: [['-a foregroundDeletion', '-b x/y !<a'], ['-b x/y <a']],
  },
  {
    title: 'a dependent without owners is not deleted again',
    steps: [
      { create: 'a', finalizers: ['x/y'] },
      { create: 'b', owners: [{ name: 'a' }] },
      { remove: 'a' },
      { own: 'b', owners: [] },
      { release: 'a' },
    ],
    left: [['-a x/y', 'b <a'], ['-a x/y', 'b'], ['b']],
  },
  {
    title: 'orphaned objects remain without the reference',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a' }] },
      { create: 'c', owners: [{ name: 'b' }] },
      { remove: 'a', policy: 'Orphan' },
    ],
    left: [['b', 'c <b']],
  },
  {
    title: 'the orphan finalizer applies if the deletion specifies no policy',
    steps: [
      { create: 'a', finalizers: ['orphan'] },
      { create: 'b', owners: [{ name: 'a' }] },
      { remove: 'a' },
    ],
    left: [['b']],
  },
  {
    title: 'a policy overrides the finalizer',
    steps: [
      { create: 'a', finalizers: ['orphan'] },
      { create: 'b', owners: [{ name: 'a' }] },
      { remove: 'a', policy: 'Background' },
    ],
    left: [[]],
  },
  {
    title: "a dependent's own orphan finalizer is respected",
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a' }], finalizers: ['orphan'] },
      { create: 'c', owners: [{ name: 'b' }] },
      { remove: 'a' },
    ],
    left: [['c']],
  },
  {
    title: 'an object with another owner remains without the reference to the deleted one',
    steps: [
      { create: 'a' },
      { create: 'b' },
      { create: 'c', owners: [{ name: 'a' }, { name: 'b' }] },
      { remove: 'a' },
      { remove: 'b' },
    ],
    left: [['b', 'c <b'], []],
  },
  {
    title: 'an object remains if it has another owner than the one with a foreground deletion',
    steps: [
      { create: 'a' },
      { create: 'b' },
      {
        create: 'c',
        owners: [
          { name: 'a', blocks: true },
          { name: 'b', blocks: true },
        ],
      },
      { remove: 'a', policy: 'Foreground' },
    ],
    left: [['b', 'c !<b']],
  },
  {
    title: 'an object whose only owner is missing is deleted',
    steps: [
      { create: 'b', owners: [{ name: 'a', uid: '11111111-2222-3333-4444-555555555555' }] },
      { wait: true },
    ],
    left: [[]],
  },
  {
    title: 'an owner with the same name and another uid is treated as missing',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a', uid: '11111111-2222-3333-4444-555555555555' }] },
      { wait: true },
    ],
    left: [['a']],
  },
  {
    title: 'an owner with the same uid and another name is treated as missing',
    steps: [{ create: 'a' }, { create: 'b', owners: [{ name: 'a', said: 'z' }] }, { wait: true }],
    left: [['a']],
  },
  {
    title: 'an object with an owner of an unknown kind remains',
    steps: [
      {
        create: 'b',
        owners: [{ name: 'a', kind: 'Ghost', uid: '11111111-2222-3333-4444-555555555555' }],
      },
      { wait: true },
    ],
    left: [['b <a']],
  },
  {
    title: 'an object keeps an existing owner if another one is missing',
    steps: [
      { create: 'a' },
      {
        create: 'b',
        owners: [{ name: 'z', uid: '11111111-2222-3333-4444-555555555555' }, { name: 'a' }],
      },
      { wait: true },
    ],
    left: [['a', 'b <a']],
  },
  {
    title: 'an owner in another namespace is treated as missing',
    steps: [{ create: 'other/a' }, { create: 'b', owners: [{ name: 'other/a' }] }, { wait: true }],
    left: [['other/a']],
  },
  {
    title: 'a cluster-scoped owner has dependents in all namespaces',
    steps: [
      { create: '/r' },
      { create: 'b', owners: [{ name: '/r' }] },
      { create: 'other/b', owners: [{ name: '/r' }] },
      { create: '/s', owners: [{ name: '/r' }] },
      { remove: '/r' },
    ],
    left: [[]],
  },
  {
    title: 'a cluster-scoped object with a namespaced owner remains',
    steps: [{ create: 'a' }, { create: '/s', owners: [{ name: 'a' }] }, { remove: 'a' }],
    left: [['/s <a']],
  },
  {
    title: 'a cycle remains until one of its objects is deleted',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a' }] },
      { own: 'a', owners: [{ name: 'b' }] },
      { remove: 'a' },
    ],
    left: [['a <b', 'b <a'], []],
  },
  {
    title: 'a cycle of blocking owners is deleted in the foreground',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a', blocks: true }] },
      { own: 'a', owners: [{ name: 'b', blocks: true }] },
      { remove: 'a', policy: 'Foreground' },
    ],
    left: [['a !<b', 'b !<a'], []],
  },
  {
    title: 'an object may own itself',
    steps: [
      { create: 'a' },
      { own: 'a', owners: [{ name: 'a', blocks: true }] },
      { remove: 'a', policy: 'Foreground' },
    ],
    left: [['a !<a'], ['-a foregroundDeletion !<a']],
  },
  {
    title: 'an object that is updated with a missing owner is deleted',
    steps: [
      { create: 'b' },
      { own: 'b', owners: [{ name: 'a', uid: '11111111-2222-3333-4444-555555555555' }] },
    ],
    left: [[]],
  },
  {
    title: 'a foreground deletion deletes dependents that are created during the deletion',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a', blocks: true }], finalizers: ['x/y'] },
      { remove: 'a', policy: 'Foreground' },
      { create: 'c', owners: [{ name: 'a', blocks: true }] },
      { release: 'b' },
    ],
    left: [['-a foregroundDeletion', '-b x/y !<a'], []],
  },
  {
    title: 'a second deletion may change foreground to orphan',
    steps: [
      { create: 'a' },
      { create: 'b', owners: [{ name: 'a', blocks: true }], finalizers: ['x/y'] },
      { remove: 'a', policy: 'Foreground' },
      { create: 'c', owners: [{ name: 'a' }], finalizers: ['x/y'] },
      { remove: 'a', policy: 'Orphan' },
      { release: 'b' },
    ],
    left: [['-a foregroundDeletion', '-b x/y !<a'], ['-b x/y', 'c x/y'], ['c x/y']],
  },
];
