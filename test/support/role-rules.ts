import assert from 'node:assert/strict';
import type { AuditedRequest, RealCluster } from './real-cluster.js';
import type { Kubectl } from './kubectl.js';

/** One verb on one resource, as a rule of a role grants it. */
interface Permission {
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  /** The names of a rule with resourceNames; undefined for any name. */
  readonly names: readonly string[] | undefined;
}

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/**
 * Fails unless the requests of an operator need each permission of its roles, except for those that only other clusters
 * need, and no other permission.
 */
export async function checkPermissions(
  { kubectl, requestsOf }: RealCluster,
  { account, roles, exceptions }: PermissionCheck,
): Promise<void> {
  const permissions = await permissionsOf(kubectl, ...roles);
  const requests = await requestsOf(account);
  const forbidden = requests.filter(({ responseStatus }) => responseStatus?.code === 403);
  assert.deepEqual(
    forbidden.map(({ verb, requestURI }) => `${verb} ${requestURI}`),
    [],
  );
  const unused = permissions.filter(
    (permission) => neededBy(permission, permissions, requests).length === 0,
  );
  assert.deepEqual(unused.map(permissionText), exceptions);
}

interface PermissionCheck {
  /** The ServiceAccount of the operator, as `NAMESPACE:NAME`. */
  readonly account: string;
  /** The manifests of its roles, which exist in the cluster. */
  readonly roles: readonly string[];
  /** The permissions that the operator does not use here, as `get leases.coordination.k8s.io/site-operator`. */
  readonly exceptions: readonly string[];
}

/** Returns the permissions of the roles in manifests. */
async function permissionsOf(
  kubectl: Kubectl,
  ...manifests: readonly string[]
): Promise<Permission[]> {
  const files = manifests.flatMap((manifest) => ['-f', manifest]);
  const { items } = JSON.parse(await kubectl('get', ...files, '-o', 'json')) as {
    items: { rules?: Rule[] }[];
  };
  return items
    .flatMap(({ rules = [] }) => rules)
    .flatMap(({ apiGroups = [], resources = [], resourceNames: names, verbs }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) => verbs.map((verb) => ({ group, resource, verb, names }))),
      ),
    );
}

/** Returns the requests that would be forbidden without a permission. */
function neededBy(
  permission: Permission,
  permissions: readonly Permission[],
  requests: readonly AuditedRequest[],
): AuditedRequest[] {
  const others = permissions.filter((each) => each !== permission);
  return requests.filter((request) =>
    verbsOf(request).some(
      (verb) =>
        allows(permission, verb, request) && !others.some((other) => allows(other, verb, request)),
    ),
  );
}

/** Returns the verbs that a request needs: a server-side apply that creates the object needs two. */
function verbsOf({ verb, responseStatus }: AuditedRequest): string[] {
  return verb === 'patch' && responseStatus?.code === 201 ? ['patch', 'create'] : [verb];
}

/** Prints a permission, such as `get leases.coordination.k8s.io/site-operator`. */
function permissionText({ group, resource, verb, names = [] }: Permission): string {
  const name = names.length === 0 ? '' : `/${names.join(',')}`;
  return `${verb} ${resource}${group === '' ? '' : `.${group}`}${name}`;
}

function allows(
  { group, resource, verb, names }: Permission,
  used: string,
  { objectRef = {} }: AuditedRequest,
): boolean {
  const { apiGroup = '', resource: plural = '', subresource, name = '' } = objectRef;
  const requested = subresource === undefined ? plural : `${plural}/${subresource}`;
  return (
    verb === used &&
    group === apiGroup &&
    resource === requested &&
    (names === undefined || names.includes(name))
  );
}
