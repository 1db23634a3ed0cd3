import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import { HEALTH_PATHS } from './health.js';

/** Returns the paths in the response to `GET /`. */
export function rootPaths(resources: readonly ServedResource[]): string[] {
  const paths = new Set([
    '/api',
    '/apis',
    '/openapi/v2',
    '/openapi/v3',
    '/version',
    ...HEALTH_PATHS,
  ]);
  for (const resource of resources) {
    const groupVersion = groupVersionOf(resource);
    if (resource.group === '') {
      paths.add(`/api/${groupVersion}`);
    } else {
      paths.add(`/apis/${resource.group}`).add(`/apis/${groupVersion}`);
    }
  }
  return [...paths].sort();
}
