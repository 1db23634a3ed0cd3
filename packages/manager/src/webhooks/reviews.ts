import type { ApiStatus, JSONValue } from '@vmgen/runtime';

/** The version of a kind, in requests of webhooks. */
export interface GroupVersionKind {
  /** Empty for the core group. */
  readonly group: string;
  /** The version, such as `v1`. */
  readonly version: string;
  /** The kind, such as `Deployment`. */
  readonly kind: string;
}

/** The version of a resource, in requests of webhooks. */
export interface GroupVersionResource {
  /** Empty for the core group. */
  readonly group: string;
  /** The version, such as `v1`. */
  readonly version: string;
  /** The plural name, such as `deployments`. */
  readonly resource: string;
}

/** The user of a request. */
export interface AdmissionUser {
  /** The name, such as `system:serviceaccount:default:builder`. */
  readonly username?: string;
  /** Identifies the user over time, if names may be reused. */
  readonly uid?: string;
  /** The groups, such as `system:masters`. */
  readonly groups?: readonly string[];
  /** Further attributes from the authenticator. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The verb of an admission request. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** The request of an {@link AdmissionReview} (`admission.k8s.io/v1`). */
export interface AdmissionRequest {
  /** Identifies the call; the response repeats it. */
  readonly uid: string;
  /** The kind of `object`, in the version that the webhook is registered for. */
  readonly kind: GroupVersionKind;
  /** The resource, in the version that the webhook is registered for. */
  readonly resource: GroupVersionResource;
  /** The subresource, such as `status`. */
  readonly subResource?: string;
  /** The kind that the client sent. */
  readonly requestKind?: GroupVersionKind;
  /** The resource that the client requested. */
  readonly requestResource?: GroupVersionResource;
  /** The subresource that the client requested. */
  readonly requestSubResource?: string;
  /** The name of the object. Absent for the deletion of a collection. */
  readonly name?: string;
  /** The namespace of the object. */
  readonly namespace?: string;
  /** The verb. */
  readonly operation: AdmissionOperation;
  /** The user who sent the request to the API server. */
  readonly userInfo?: AdmissionUser;
  /** The new object; null for DELETE. */
  readonly object?: JSONValue;
  /** The existing object; null for CREATE. */
  readonly oldObject?: JSONValue;
  /** Whether nothing will be stored. */
  readonly dryRun?: boolean;
  /** The options of the operation, such as `CreateOptions`. */
  readonly options?: JSONValue;
}

/** The response of an {@link AdmissionReview}. */
export interface AdmissionResponse {
  /** The UID of the request. */
  readonly uid: string;
  /** Whether the request is allowed. */
  readonly allowed: boolean;
  /** Why the request is denied. */
  readonly status?: ApiStatus;
  /** Warnings for the user, also if the request is allowed. */
  readonly warnings?: readonly string[];
  /** The type of the patch. */
  readonly patchType?: 'JSONPatch';
  /** The JSON patch (RFC 6902) of the object, in base64. */
  readonly patch?: string;
}

/** A call of an admission webhook, and with a response its answer (`admission.k8s.io/v1`). */
export interface AdmissionReview {
  /** `admission.k8s.io/v1`. */
  readonly apiVersion?: string;
  /** `AdmissionReview`. */
  readonly kind?: string;
  /** The request of the API server. */
  readonly request?: AdmissionRequest;
  /** The answer of the webhook. */
  readonly response?: AdmissionResponse;
}
