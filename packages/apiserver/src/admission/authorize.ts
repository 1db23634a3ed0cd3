import type { PolicyInput } from '@vmgen/cel/internal';
import { decide } from '../authorization/access.js';
import { serviceAccountUser } from '../request/impersonation.js';
import type { AdmissionRequest } from './admission-request.js';

/** Returns the function behind the variable `authorizer` of expressions. */
export function authorizeFor({
  authorizer,
  user,
}: Pick<AdmissionRequest, 'authorizer' | 'user'>): PolicyInput['authorize'] {
  return ({ serviceAccount, verb, path, ...attributes }) => {
    const [namespace = '', name = ''] = serviceAccount?.split('/') ?? [];
    const who = serviceAccount === undefined ? user : serviceAccountUser(namespace, name);
    if (path !== undefined) return decide(authorizer, who, { verb, path });
    const all = { group: '', resource: '', subresource: '', namespace: '', name: '' };
    return decide(authorizer, who, { ...all, ...attributes, verb });
  };
}
