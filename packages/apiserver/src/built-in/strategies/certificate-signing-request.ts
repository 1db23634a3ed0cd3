import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { userInfoOf } from '../../request/request-user.js';
import type { BuiltInStrategy } from './built-in-strategy.js';

const USER_FIELDS = ['username', 'uid', 'groups', 'extra'];

/**
 * certificates.k8s.io/v1 CertificateSigningRequest. Signers trust the user in the spec, so that
 * the server sets it, and the spec does not change.
 */
export const certificateSigningRequestStrategy: BuiltInStrategy = {
  prepareForCreate(object, { user }) {
    const { spec } = object;
    if (!isJsonObject(spec)) return;
    const sent = Object.entries(spec).filter(([name]) => !USER_FIELDS.includes(name));
    object['spec'] = { ...Object.fromEntries(sent), ...userInfoOf(user) };
  },
  prepareForUpdate(next: JsonObject, live: JsonObject) {
    if (live['spec'] !== undefined) next['spec'] = live['spec'];
  },
};
