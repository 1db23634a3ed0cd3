/** The user of a request. */
export interface RequestUser {
  /** The name, such as `system:serviceaccount:default:operator`. */
  readonly username: string;
  /** Identifies the user over time. Defaults to none. */
  readonly uid?: string;
  /** The groups, such as `system:authenticated`. */
  readonly groups: readonly string[];
  /** Further attributes of the user. Defaults to none. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}
