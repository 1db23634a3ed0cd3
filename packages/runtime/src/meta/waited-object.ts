/** The fields that the conditions read. All kinds have them. */
export interface WaitedObject {
  /** The UID and the generation of the object. */
  readonly metadata: {
    readonly uid?: string | undefined;
    readonly generation?: number | undefined;
  };
}

interface AnyStatus {
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason?: string;
    readonly observedGeneration?: number;
  }[];
  readonly observedGeneration?: number;
}

/** Returns the status of an object, which is assumed to follow the API conventions if it exists. */
export function statusOf(object: object): AnyStatus {
  const { status } = object as { readonly status?: AnyStatus | null };
  return status ?? {};
}
