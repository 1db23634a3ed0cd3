import type { JsonObject, JsonValue } from '@vmgen/base/json';

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

/** The only user of a server without others, who may do everything. */
export const SERVER_USER: RequestUser = {
  username: 'vmgen',
  groups: ['system:masters', 'system:authenticated'],
};

/** Returns a user as authentication.k8s.io/v1 has it. */
export function userInfoOf({ username, uid, groups, extra }: RequestUser): JsonObject {
  const lists = Object.entries(extra ?? {}).map(([name, values]): [string, JsonValue] => [
    name,
    [...values],
  ]);
  return {
    username,
    ...(uid === undefined ? {} : { uid }),
    groups: [...groups],
    ...(lists.length === 0 ? {} : { extra: Object.fromEntries(lists) }),
  };
}
