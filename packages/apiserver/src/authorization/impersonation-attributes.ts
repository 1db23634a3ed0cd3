import { serviceAccountOf, type Impersonation } from '../request/impersonation.js';
import type { ResourceAttributes } from './request-attributes.js';

/** Returns the permissions that an impersonation needs. Upstream: filters/impersonation. */
export function impersonationAttributes({
  username,
  uid,
  groups = [],
  extra,
}: Impersonation): ResourceAttributes[] {
  const account = serviceAccountOf(username);
  const whom: Pick<ResourceAttributes, 'resource' | 'namespace' | 'name'> =
    account === undefined
      ? { resource: 'users', namespace: '', name: username }
      : { resource: 'serviceaccounts', ...account };
  const core = { verb: 'impersonate', group: '', subresource: '' };
  const authentication = { ...core, group: 'authentication.k8s.io', namespace: '' };
  return [
    { ...core, ...whom },
    ...(uid === '' ? [] : [{ ...authentication, resource: 'uids', name: uid }]),
    ...groups.map((name) => ({ ...core, resource: 'groups', namespace: '', name })),
    ...[...extra].flatMap(([subresource, values]) =>
      values.map((name) => ({ ...authentication, resource: 'userextras', subresource, name })),
    ),
  ];
}
