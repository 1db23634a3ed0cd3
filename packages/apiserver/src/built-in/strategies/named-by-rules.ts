import { isIP } from 'node:net';
import { isDns1123Subdomain, isPathSegment } from '@vmgen/base/text';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject, getString } from './fields.js';
import { IP_FORM } from './ip-rules.js';

/** certificates.k8s.io CertificateSigningRequest, policy PodDisruptionBudget: any path segment. */
export const PATH_SEGMENT: BuiltInStrategy = { nameForm: 'path-segment' };

/** Kinds that declare the form of their names, and do not validate the prefix of generated names. */
export const DECLARED_NAME: BuiltInStrategy = {
  nameRule: () => (name, isPrefix) =>
    isPrefix
      ? []
      : isDns1123Subdomain(name).map((each) => each.replace('253 characters', '253 bytes')),
};

/** apiregistration.k8s.io/v1 APIService: its name is its version and group. */
export const apiServiceStrategy: BuiltInStrategy = {
  nameRule(object) {
    const spec = getObject(object, 'spec');
    const wanted = `${getString(spec, 'version')}.${getString(spec, 'group')}`;
    return (name) => {
      const problems = isPathSegment(name);
      if (problems.length > 0 || name === wanted) return problems;
      return [`must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`];
    };
  },
};

/** networking.k8s.io/v1 IPAddress: its name is the address in its canonical form. */
export const ipAddressStrategy: BuiltInStrategy = {
  nameRule: () => addressProblems,
  generatesPlainNames: true,
};

function addressProblems(name: string): string[] {
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(name) && /(^|\.)0\d/.test(name)) {
    return ['must not have leading 0s'];
  }
  if (isIP(name) === 0 || name.includes('%')) return [IP_FORM];
  if (isIP(name) === 4) return [];
  const canonical = new URL(`http://[${name}]`).hostname.slice(1, -1);
  if (canonical.startsWith('::ffff:')) return ['must not be an IPv4-mapped IPv6 address'];
  return canonical === name ? [] : [`must be in canonical form (${JSON.stringify(canonical)})`];
}

/** certificates.k8s.io ClusterTrustBundle. Its names contain colons after a signer. */
export const clusterTrustBundleStrategy: BuiltInStrategy = {
  ...PATH_SEGMENT,
  validatesSchema: true,
  validate(object, live) {
    if (live === undefined) return;
    object.at('spec', 'signerName').immutable(getObject(live, 'spec')['signerName']);
  },
};
