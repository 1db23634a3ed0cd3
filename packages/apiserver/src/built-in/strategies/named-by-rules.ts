import { isPathSegment } from '@vmgen/base/text';
import { isJsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject, getString, setDefaults } from './fields.js';

/**
 * certificates.k8s.io CertificateSigningRequest and ClusterTrustBundle, networking.k8s.io IPAddress,
 * policy PodDisruptionBudget: any path segment.
 */
export const PATH_SEGMENT: BuiltInStrategy = { nameForm: 'path-segment' };

/** apiregistration.k8s.io/v1 APIService: its name is its version and group. */
export const apiServiceStrategy: BuiltInStrategy = {
  defaults(object) {
    const { service } = getObject(object, 'spec');
    if (isJsonObject(service)) setDefaults(service, { port: 443 });
  },
  prepareForCreate(object, cluster) {
    if (getObject(object, 'spec')['service'] !== undefined) return;
    const message = 'Local APIServices are always available';
    const condition = { type: 'Available', status: 'True', reason: 'Local', message };
    object['status'] = { conditions: [{ ...condition, lastTransitionTime: cluster.now() }] };
  },
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
