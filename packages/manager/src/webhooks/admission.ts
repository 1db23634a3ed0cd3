import { VmgenError } from '@vmgen/runtime';
import type {
  DeepReadonly,
  KubernetesObject,
  Logger,
  ResourceDefinition,
  ResourceScope,
} from '@vmgen/runtime';
import { isMapping } from '@vmgen/runtime/meta';
import { asReadonly, stringifyExactJson } from '@vmgen/runtime/internal';
import { errorText } from '@vmgen/runtime/observability';
import { admissionPatch, jsonCopy, withNumbers } from './admission-patch.js';
import { deny, statusOf, type Denial } from './denial.js';
import { WebhookCallError } from './webhook-call-error.js';
import type {
  AdmissionOperation,
  AdmissionRequest,
  AdmissionResponse,
  AdmissionReview,
  AdmissionUser,
  GroupVersionKind,
} from './reviews.js';

/**
 * `T` in a mutating admission request: a namespaced kind has a namespace. An object that is created with
 * `generateName` has no name yet.
 */
export type Defaultable<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = T & {
  apiVersion: string;
  kind: string;
  metadata: [S] extends ['Namespaced'] ? { namespace: string } : unknown;
};

/** `T` in a validating admission request: it has a name, which the API server has generated before. */
export type Admitted<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = Defaultable<T, S> & { metadata: { name: string } };

/** The context of an admission handler. */
export interface AdmissionContext {
  /** The verb. */
  readonly operation: AdmissionOperation;
  /** The subresource, such as `status`; undefined for the object itself. */
  readonly subresource: string | undefined;
  /** The user who sent the request to the API server. */
  readonly user: AdmissionUser;
  /** Whether nothing will be stored. A handler must not have side effects then. */
  readonly dryRun: boolean;
  /** The whole request. */
  readonly request: AdmissionRequest;
  /** Aborts shortly before the API server stops waiting for the answer. */
  readonly signal: AbortSignal;
  /** A logger whose lines contain the webhook and the object. */
  readonly logger: Logger;
  /** Adds a warning for the user, such as kubectl prints it. At most about 120 characters. */
  readonly warn: (text: string) => void;
  /**
   * Runs work with effects outside of the request, such as a call of another service. In a dry run, it
   * is not run, and the request is denied with 400. A webhook that uses it must have
   * `sideEffects: NoneOnDryRun`, and must skip the call if {@link dryRun}.
   */
  readonly effect: <R>(run: (signal: AbortSignal) => Promise<R> | R) => Promise<R>;
}

type MaybePromise<R> = R | Promise<R>;

/** What an admission handler returns: a denial, or nothing to allow the request. */
export type AdmissionResult = MaybePromise<Denial | undefined | void>;

/** The admission handlers of a kind; see {@link Manager.webhook}. */
export interface AdmissionHandlers<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /**
   * Sets defaults on creates and updates by changing the object, which is a copy. The patch is
   * computed. May be called twice for one request, so it must be idempotent. Integers beyond 2^53 are the
   * nearest numbers; those that the handler keeps or moves are not rounded in the patch. To set one, set
   * a bigint. A number that JSON cannot represent, such as NaN, denies the request.
   */
  readonly default?: (object: Defaultable<T, S>, context: AdmissionContext) => AdmissionResult;
  /** Validates; a verb without a handler is allowed. */
  readonly validate?: {
    /** Validates a new object. */
    readonly create?: (
      object: DeepReadonly<Admitted<T, S>>,
      context: AdmissionContext,
    ) => AdmissionResult;
    /** Validates a change. The object may be in deletion: then its finalizers must be removable. */
    readonly update?: (
      object: DeepReadonly<Admitted<T, S>>,
      old: DeepReadonly<Admitted<T, S>>,
      context: AdmissionContext,
    ) => AdmissionResult;
    /** Validates a deletion. */
    readonly delete?: (
      old: DeepReadonly<Admitted<T, S>>,
      context: AdmissionContext,
    ) => AdmissionResult;
  };
}

/** Answers the reviews of one path. */
type AdmissionHandler = (
  review: AdmissionReview,
  options: {
    readonly signal: AbortSignal;
    readonly logger: Logger;
    /** Called with what a handler throws, and the key of the object. */
    readonly onPanic: (error: unknown, key: string) => void;
    /** Whether the answer states what a handler throws. */
    readonly showsErrors: boolean;
    /** Runs a handler, and again if the caches have not been filled before. */
    readonly again: <R>(run: () => Promise<R>, signal: AbortSignal) => Promise<R>;
  },
) => Promise<AdmissionReview>;

const GROUP = 'admission.k8s.io/';

/** Returns the path of a webhook by controller-runtime's convention. */
export function admissionPath(
  verb: 'mutate' | 'validate',
  { group, version, kind }: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>,
): string {
  return `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}

/** Creates the handler of `/mutate-...` or `/validate-...` of a kind. */
export function createAdmissionHandler<T extends KubernetesObject, S extends ResourceScope>(
  verb: 'mutate' | 'validate',
  resource: ResourceDefinition<T, S>,
  handlers: AdmissionHandlers<T, S>,
): AdmissionHandler {
  return async (review, { signal, logger, onPanic, showsErrors, again }) => {
    const exact = checkedRequest(review);
    const request = hasBigints(exact) ? withNumbers(exact) : exact;
    const { uid, name = '', namespace = '' } = request;
    // A handler that runs again warns again.
    const warnings = new Set<string>();
    const answer = (response: Omit<AdmissionResponse, 'uid' | 'warnings'>): AdmissionReview => ({
      apiVersion: review.apiVersion ?? `${GROUP}v1`,
      kind: 'AdmissionReview',
      response: { uid, ...response, ...(warnings.size > 0 && { warnings: [...warnings] }) },
    });
    const denied = (denial: Denial): AdmissionReview =>
      answer({ allowed: false, status: statusOf(denial, { ...request.kind, name }) });
    const mismatch = mismatchOf(request.kind, resource);
    if (mismatch !== undefined) {
      return denied(deny(mismatch, { code: 400, reason: 'BadRequest' }));
    }
    const key = namespace === '' ? name : `${namespace}/${name}`;
    const own = logger.with({ key });
    const context: AdmissionContext = {
      operation: request.operation,
      subresource: request.subResource || undefined,
      user: request.userInfo ?? {},
      dryRun: request.dryRun === true,
      request,
      signal,
      logger: own,
      warn: (text) => void warnings.add(text),
      async effect(run) {
        if (request.dryRun === true) throw new DryRunEffectError();
        return run(signal);
      },
    };
    try {
      if (verb === 'validate') {
        const denial = await again(() => validate(handlers, request, context), signal);
        return denial ? denied(denial) : answer({ allowed: true });
      }
      const outcome = await again(() => mutate(handlers, exact, context), signal);
      return 'allowed' in outcome ? answer(outcome) : denied(outcome);
    } catch (error) {
      if (error instanceof DryRunEffectError) {
        return denied(deny(error.message, { code: 400, reason: 'BadRequest' }));
      }
      if (signal.aborted || error instanceof WebhookCallError) throw error;
      onPanic(error, key);
      own.error('an admission handler failed', { error });
      // The error may contain what the user must not see.
      const message = showsErrors
        ? `the webhook failed: ${errorText(error)}`
        : 'the webhook failed; its log states the reason';
      return denied(deny(message, { code: 500, reason: 'InternalError' }));
    }
  };
}

async function validate<T extends KubernetesObject, S extends ResourceScope>(
  { validate: handlers = {} }: AdmissionHandlers<T, S>,
  request: AdmissionRequest,
  context: AdmissionContext,
): Promise<Denial | undefined | void> {
  switch (request.operation) {
    case 'CREATE':
      return handlers.create?.(asReadonly(objectIn<T, S>(request, 'object')), context);
    case 'UPDATE': {
      const object = asReadonly(objectIn<T, S>(request, 'object'));
      const old = asReadonly(objectIn<T, S>(request, 'oldObject'));
      return handlers.update?.(object, old, context);
    }
    case 'DELETE':
      return handlers.delete?.(asReadonly(objectIn<T, S>(request, 'oldObject')), context);
    default:
      return undefined;
  }
}

/** Returns the response with the patch of the defaults, or the denial of the handler. */
async function mutate<T extends KubernetesObject, S extends ResourceScope>(
  { default: setDefaults }: AdmissionHandlers<T, S>,
  exact: AdmissionRequest,
  context: AdmissionContext,
): Promise<Omit<AdmissionResponse, 'uid' | 'warnings'> | Denial> {
  const { request } = context;
  const isWrite = request.operation === 'CREATE' || request.operation === 'UPDATE';
  if (setDefaults === undefined || !isWrite) return { allowed: true };
  const changed = withNumbers(objectIn<T, S>(request, 'object'));
  const denial = await setDefaults(changed, context);
  if (denial) return denial;
  const patch = admissionPatch(objectIn<T, S>(exact, 'object'), jsonCopy(changed));
  if (patch.length === 0) return { allowed: true };
  const text = Buffer.from(stringifyExactJson(patch)).toString('base64');
  return { allowed: true, patchType: 'JSONPatch', patch: text };
}

/** Returns why a handler cannot receive a kind, or undefined if it can. */
function mismatchOf(
  { group, version, kind }: GroupVersionKind,
  expected: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>,
): string | undefined {
  if (group !== expected.group || kind !== expected.kind) {
    const [wanted, received] = [expected, { group, kind }].map(
      (each) => `a ${each.kind} of ${JSON.stringify(each.group)}`,
    );
    return `this webhook expects ${wanted}, and received ${received}; correct the rules of the webhook configuration`;
  }
  if (version === expected.version) return undefined;
  return `this webhook expects the version ${expected.version} of a ${kind}, and received ${version}; let the rules of the webhook configuration match only ${expected.version}: the API server converts objects of the other versions`;
}

/** Denies a dry run that would have an effect. */
class DryRunEffectError extends VmgenError {
  constructor() {
    super('ERR_VMGEN_STATE', 'the webhook does not support dry run for this request');
  }
}

function checkedRequest({ apiVersion, kind, request }: AdmissionReview): AdmissionRequest {
  const isKnown = apiVersion === `${GROUP}v1` || apiVersion === `${GROUP}v1beta1`;
  if (isKnown && kind === 'AdmissionReview' && isRequest(request)) return request;
  throw new WebhookCallError(400, 'the body is not an AdmissionReview with a request');
}

function isRequest(value: unknown): value is AdmissionRequest {
  if (!isMapping(value) || !isMapping(value['kind'])) return false;
  const { kind, group, version } = value['kind'];
  return [kind, group, version, value['uid'], value['operation']].every(
    (each) => typeof each === 'string',
  );
}

/** Returns an object of a request. Its type is the one that the API server has validated. */
function objectIn<T extends KubernetesObject, S extends ResourceScope>(
  request: AdmissionRequest,
  field: 'object' | 'oldObject',
): Admitted<T, S> {
  const value: unknown = request[field];
  if (typeof value === 'object' && value !== null) return value as Admitted<T, S>;
  throw new WebhookCallError(400, `the request of the AdmissionReview has no ${field}`);
}

/** Whether a JSON value has integers beyond 2^53. */
function hasBigints(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => hasBigints(each));
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some((each) => hasBigints(each));
}
