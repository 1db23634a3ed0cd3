import { objectPathOf } from '../../reconcile/object-path.js';

/**
 * What somebody else does to an operator:
 *
 * - `deleted child`: deletes an object that the operator has made for another object.
 * - `changed child`: changes a field of such an object that the operator applies by server-side apply.
 * - `old child`: removes such a field, label or annotation, as if an earlier version of the operator had
 *   made the object.
 * - `forged status`: changes a condition or the observed generation in a status that the operator writes.
 * - `stripped finalizer`: removes a finalizer of the operator from an object that is not being deleted.
 * - `foreign object`: creates an object with the name of a child before the operator does, and deletes it
 *   later.
 * - `bad spec`: changes a spec to one of the option `badSpecs`, and changes it back later.
 * - `lost status`: removes a status that the operator writes, as the backup of an object lacks it.
 * - `older outside`: puts an outside object back to an earlier state.
 *
 * The fourth, the fifth and the last two happen while the operator is stopped, because a running one need
 * not look at these changes. The last two are off by default: they take away what an operator may store
 * nowhere else.
 */
export type DisturbanceKind =
  | 'deleted child'
  | 'changed child'
  | 'old child'
  | 'forged status'
  | 'stripped finalizer'
  | 'foreign object'
  | 'bad spec'
  | 'lost status'
  | 'older outside';

/** Those that every operator should survive. */
export const DISTURBANCES: readonly DisturbanceKind[] = [
  'deleted child',
  'changed child',
  'old child',
  'forged status',
  'stripped finalizer',
  'foreign object',
  'bad spec',
];

/** Those that a stopped operator finds when it starts. */
const NEEDS_STOP: ReadonlySet<DisturbanceKind> = new Set<DisturbanceKind>([
  'forged status',
  'stripped finalizer',
  'lost status',
  'older outside',
]);

/** Those whose cause lasts for some time, in which the operator runs. */
const NEEDS_RUN: ReadonlySet<DisturbanceKind> = new Set<DisturbanceKind>([
  'foreign object',
  'bad spec',
]);

const ALL: ReadonlySet<unknown> = new Set<DisturbanceKind>([...DISTURBANCES, ...NEEDS_STOP]);

/** A request of somebody else. The body of a PATCH is a merge patch, or a list, which is a JSON patch. */
export interface ForeignRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** A change by somebody else. */
export type Disturbance =
  | {
      readonly disturbance: Exclude<DisturbanceKind, 'older outside'>;
      readonly request: ForeignRequest;
      /** Removes the cause. */
      readonly undo?: ForeignRequest;
    }
  | {
      readonly disturbance: 'older outside';
      /** The name of the outside object. */
      readonly outside: string;
      /** The outside object becomes as it was before this step. */
      readonly step: string;
    };

export const canHappenStopped = ({ disturbance }: Disturbance): boolean =>
  !NEEDS_RUN.has(disturbance);
export const canHappenRunning = ({ disturbance }: Disturbance): boolean =>
  !NEEDS_STOP.has(disturbance);
/** Whether it happens before the operator makes the objects of a step. */
export const isBeforeStep = ({ disturbance }: Disturbance): boolean =>
  disturbance === 'foreign object';

/** Describes a disturbance: `changed child: patch configmaps default/shop {"data":{"text":"…"}}`. */
export const disturbanceText = (each: Disturbance): string =>
  `${each.disturbance}: ${
    each.disturbance === 'older outside'
      ? `${each.outside} as before step ${JSON.stringify(each.step)}`
      : requestText(each.request)
  }`;

const VERBS = { POST: 'create', PATCH: 'patch', DELETE: 'delete' } as const;

/** Describes a request: `delete configmaps default/shop`. */
export function requestText(request: ForeignRequest): string {
  const { method, body } = request;
  const content = method === 'PATCH' ? ` ${JSON.stringify(body)}` : '';
  return `${VERBS[method]} ${targetText(request)}${content}`;
}

/** Describes what a request changes: `configmaps default/shop`. */
export function targetText({ path, body }: ForeignRequest): string {
  const { namespace = '', plural = '', name, subresource } = objectPathOf(path) ?? {};
  const created = (body as { readonly metadata?: { readonly name?: string } } | undefined)
    ?.metadata;
  const target = [namespace, name ?? created?.name].filter(Boolean).join('/');
  const kind = [plural, subresource].filter(Boolean).join('/');
  return `${kind} ${target}`;
}

/** Whether a value of a plan is a disturbance. */
export function isDisturbance(value: unknown): value is Disturbance {
  const { disturbance, request, undo, outside, step } = (value ?? {}) as Readonly<
    Record<string, unknown>
  >;
  if (!ALL.has(disturbance)) return false;
  if (disturbance === 'older outside') {
    return typeof outside === 'string' && typeof step === 'string';
  }
  return isRequest(request) && (undo === undefined || isRequest(undo));
}

function isRequest(value: unknown): boolean {
  const { method, path, body } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof method === 'string' &&
    Object.hasOwn(VERBS, method) &&
    typeof path === 'string' &&
    (body === undefined || (typeof body === 'object' && body !== null))
  );
}
