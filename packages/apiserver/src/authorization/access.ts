import type { Impersonation } from '../request/impersonation.js';
import { SERVER_USER, type RequestUser } from '../request/request-user.js';
import { impersonationAttributes } from './impersonation-attributes.js';
import type { RbacAuthorizer } from './rbac-authorizer.js';
import { forbiddenTo, type RequestAttributes } from './request-attributes.js';

/** Whether a request is allowed, and why. Empty if there is no reason. */
interface Decision {
  readonly allowed: boolean;
  readonly reason: string;
}

/** Decides whether a user may send a request. Without an authorizer, all users may do everything. */
export function decide(
  authorizer: RbacAuthorizer | undefined,
  user: RequestUser,
  attributes: RequestAttributes,
): Decision {
  if (authorizer === undefined) return { allowed: true, reason: '' };
  const reason = authorizer.reasonFor(user, attributes);
  return { allowed: reason !== undefined, reason: reason ?? '' };
}

/**
 * Checks a permission.
 *
 * @param user undefined for the only user of the server
 * @throws ApiError 403
 */
export function checkAllowed(
  authorizer: RbacAuthorizer,
  user: RequestUser | undefined,
  attributes: RequestAttributes,
): void {
  const known = user ?? SERVER_USER;
  if (!authorizer.allows(known, attributes)) throw forbiddenTo(known.username, attributes);
}

/** As {@link checkAllowed}, for all that an impersonation needs. */
export function checkImpersonation(
  authorizer: RbacAuthorizer,
  sender: RequestUser | undefined,
  impersonation: Impersonation,
): void {
  for (const attributes of impersonationAttributes(impersonation)) {
    checkAllowed(authorizer, sender, attributes);
  }
}
