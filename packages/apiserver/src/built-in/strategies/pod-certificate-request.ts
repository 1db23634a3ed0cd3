import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';

const STORED_AS = 'certificates.k8s.io/v1beta1';

/**
 * certificates.k8s.io/v1 PodCertificateRequest, stored as v1beta1. v1 does not have v1beta1's
 * fields for the key and its proof: its PKCS#10 request contains both.
 */
export const podCertificateRequestStrategy: BuiltInStrategy = {
  conversion: {
    fromStored(object) {
      const { spec } = object;
      return isJsonObject(spec) ? { ...object, spec: withoutKey(spec) } : object;
    },
    toStored: (object) => ({ ...object, apiVersion: STORED_AS }),
  },
};

/**
 * certificates.k8s.io/v1beta1 PodCertificateRequest. Its schema requires the PKCS#10 request, which a
 * key and its proof can replace.
 */
export const podCertificateRequestBetaStrategy: BuiltInStrategy = { validatesSchema: false };

function withoutKey({ pkixPublicKey: _key, proofOfPossession: _proof, ...rest }: JsonObject) {
  return rest;
}
