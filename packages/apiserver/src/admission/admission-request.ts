import type { Clock } from '@vmgen/runtime';
import type { JsonObject, WorkBudget } from '@vmgen/base/json';
import type { RbacAuthorizer } from '../authorization/rbac-authorizer.js';
import { userInfoOf, type RequestUser } from '../request/request-user.js';
import type { Endpoint } from '../resource/endpoint.js';

/** The operation of a request, as in admission rules. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE';

/** The group, version and kind of an object. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The group, version and plural of a resource. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** A write that passes admission. Upstream: admission.Attributes. */
export interface AdmissionRequest {
  readonly operation: AdmissionOperation;
  /** The resource in the version of the request. */
  readonly endpoint: Endpoint;
  /** The kind of {@link object}: of the resource, or of a subresource such as Scale. */
  readonly kind: GroupVersionKind;
  /** Empty for the main resource. */
  readonly subresource: string;
  /** Empty for cluster-scoped kinds. The namespace itself for namespaces. */
  readonly namespace: string;
  /** Empty if it is not known yet, as with `generateName`. */
  readonly name: string;
  /** The object after the write; undefined for a deletion. Shared with the write: do not modify. */
  readonly object: JsonObject | undefined;
  /** The object before the write; undefined for a creation. */
  readonly oldObject: JsonObject | undefined;
  /** CreateOptions, UpdateOptions or DeleteOptions. */
  readonly options: JsonObject;
  readonly dryRun: boolean;
  readonly user: RequestUser;
  /** Undefined if all users may do everything. */
  readonly authorizer: RbacAuthorizer | undefined;
  readonly clock: Clock;
  /** When the request ends with 504, on {@link clock}. */
  readonly deadlineMs: number;
  /** Aborted when the client gives up. Undefined if that is not known. */
  readonly signal: AbortSignal | undefined;
  /** The remaining work that the request may cause. */
  readonly work: WorkBudget;
  /** The texts of the response's Warning headers. */
  readonly warnings: string[];
}

/** A write that mutating plugins can change. */
export interface MutableRequest extends AdmissionRequest {
  /** Whether the plugins run for the second time, because an object changed after a plugin ran. */
  readonly isReinvocation: boolean;
  /** Requests a second run of all mutating plugins. */
  reinvoke(): void;
  /**
   * Replaces {@link object} by a changed copy, which is decoded and defaulted.
   *
   * @returns whether the object, without its defaults, differs from the previous one
   * @throws ApiError 500 if the copy cannot be decoded
   */
  replace(object: JsonObject): boolean;
}

/**
 * Returns a request as webhooks and expressions see it, without its objects. Go omits empty strings.
 *
 * @param as the kind and resource in the version of the matched rule
 */
export function requestFields(
  {
    endpoint,
    subresource,
    user,
    name,
    namespace,
    kind,
    operation,
    dryRun,
    options,
  }: AdmissionRequest,
  as: { readonly kind: GroupVersionKind; readonly resource: GroupVersionResource },
): JsonObject {
  const own = endpoint.resource;
  return {
    kind: { ...as.kind },
    resource: { ...as.resource },
    ...(subresource === '' ? {} : { subResource: subresource, requestSubResource: subresource }),
    requestKind: { ...kind },
    requestResource: { group: own.group, version: own.version, resource: own.plural },
    ...(name === '' ? {} : { name }),
    ...(namespace === '' ? {} : { namespace }),
    operation,
    userInfo: userInfoOf(user),
    dryRun,
    options,
  };
}
