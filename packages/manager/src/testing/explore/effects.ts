import type { KubernetesObject } from '@vmgen/runtime';
import { printable } from '@vmgen/runtime/observability';
import type { TransportRequest } from '@vmgen/runtime/transport';
import { bodyText, jsonObject } from '../../process/body-text.js';
import { objectPathOf } from '../../reconcile/object-path.js';

/**
 * What happens at an effect, which is a write of the operator, a call of an outside object, or an `effect()`
 * with a kind and a key:
 *
 * - `crash before`, `crash after`: the process ends before the effect, or before it learns of the result.
 * - `lost before`, `lost after`: the connection ends, and the effect has not happened, or has happened.
 * - `server error`: the API server answers 500 and does not execute the write.
 * - `conflict`: the API server answers 409.
 * - `late`: the process ends, and its request is executed after the next process has settled.
 * - `a step late`: as `late`, but after the next step of the workload. Only for writes.
 * - `held watch`: the watches of one kind deliver nothing for 15 s from the first event after the effect. Those of
 *   other kinds do.
 * - `pause before`, `pause after`: with two replicas, the leader is suspended for 25 s, which is longer
 *   than its Lease. Its request is sent when it resumes, or has been executed. Before is only for writes.
 */
export type Fault =
  | 'crash before'
  | 'crash after'
  | 'lost before'
  | 'lost after'
  | 'server error'
  | 'conflict'
  | 'late'
  | 'a step late'
  | 'held watch'
  | 'pause before'
  | 'pause after';

/** The faults of one process, in the order in which they find most defects first. */
export const FAULTS: readonly Fault[] = [
  'crash after',
  'crash before',
  'lost after',
  'lost before',
  'late',
  'server error',
  'conflict',
  'held watch',
  'a step late',
];

/** The faults of the leader of two processes. */
export const LEADER_FAULTS: readonly Fault[] = [
  'pause after',
  'pause before',
  'crash after',
  'crash before',
];

/** Whether a fault needs a second process. */
export const isPause = (fault: Fault): boolean => fault.startsWith('pause ');

/** The faults of calls of outside objects, and of effects with a kind and a key. */
const OUTSIDE_FAULTS: ReadonlySet<Fault> = new Set<Fault>([
  'crash before',
  'crash after',
  'lost before',
  'lost after',
  'late',
  'held watch',
  'pause after',
]);

/** An effect by its meaning, so that it is found again after the program has changed. */
export interface Effect {
  /** Such as `apply deployments default/shop` or `dns.create shop`. */
  readonly name: string;
  /** How often an effect with this name has happened in the step, from 1. */
  readonly occurrence: number;
}

/** An effect and what happens at it. */
export interface PlannedFault extends Effect {
  readonly fault: Fault;
  /** The plural name of the kind whose watches are held, such as `configmaps`; undefined for other faults. */
  readonly watch?: string;
}

/** Describes a fault without its effect. */
export const faultText = ({ fault, watch }: Pick<PlannedFault, 'fault' | 'watch'>): string =>
  watch === undefined ? fault : `${fault} of ${watch}`;

/** Whether a fault can happen at an effect. */
export function canHave({ name }: Effect, fault: Fault): boolean {
  if (isOutside(name)) return OUTSIDE_FAULTS.has(fault);
  // Creations and applies of a new object have no version, and deletions seldom have one.
  return fault !== 'conflict' || /^(update|patch|apply) /.test(name);
}

const isOutside = (name: string): boolean => !/^(create|update|patch|apply|delete) /.test(name);

export const sameEffect = (a: Effect, b: Effect): boolean =>
  a.name === b.name && a.occurrence === b.occurrence;

/** Describes an effect, which may come from a file. */
export const effectText = ({ name, occurrence }: Effect): string =>
  printable(occurrence === 1 ? name : `${name} (${occurrence})`);

const VERBS = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;
/** Events are best effort, and Leases have tests of their own. Reviews store nothing. */
const IGNORED = /^(events|leases|\w+reviews)$/;

/** Returns the name of a write as an effect; undefined for a request that is not explored. */
export function writeName(request: TransportRequest): string | undefined {
  const { method, path, headers = {} } = request;
  if (method === 'GET') return undefined;
  const { namespace, plural = '', name, subresource } = objectPathOf(path) ?? {};
  if (plural === '' || IGNORED.test(plural)) return undefined;
  const isApply = method === 'PATCH' && headers['content-type']?.includes('apply-patch') === true;
  const verb = isApply ? 'apply' : VERBS[method];
  const target = [namespace, name ?? nameIn(request)].filter(Boolean).join('/');
  const kind = subresource === undefined ? plural : `${plural}/${subresource}`;
  return `${verb} ${kind} ${target}`.trimEnd();
}

function nameIn({ method, body }: TransportRequest): string {
  if (method !== 'POST' || body === undefined) return '';
  const object: Partial<KubernetesObject> | undefined = jsonObject(bodyText(body));
  if (object === undefined) return '';
  const { name, generateName = '' } = object.metadata ?? {};
  return name ?? `${generateName}*`;
}

/** Returns a read as text: `get configmaps default/shop`; undefined for other requests. */
export function readText({ method, path }: TransportRequest): string | undefined {
  if (method !== 'GET' || /[?&]watch=(1|true)/.test(path)) return undefined;
  const { namespace, plural = '', name } = objectPathOf(path) ?? {};
  if (plural === '' || IGNORED.test(plural)) return undefined;
  const target = [namespace, name].filter(Boolean).join('/');
  return `${name === undefined ? 'list' : 'get'} ${plural} ${target}`.trimEnd();
}

/** Returns the plural name of the watched kind; undefined for other requests. */
export function watchedKind({ method, path }: TransportRequest): string | undefined {
  if (method !== 'GET' || !/[?&]watch=(1|true)/.test(path)) return undefined;
  return objectPathOf(path)?.plural;
}
