import { encodeParameter } from '../client/query.js';
import { checkName, collectionPath, type PathResource } from '../client/resource-path.js';
import type { FailedCall } from '../client/api-error-from-response.js';

export const PODS: PathResource = { group: '', version: 'v1', plural: 'pods', scope: 'Namespaced' };

/** The query of a subresource. A list adds the parameter once per item. */
export type PodQuery = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** Returns the path of a subresource of a pod. Throws if the name is not valid in a path. */
export function podPath(
  namespace: string,
  name: string,
  subresource: string,
  query: PodQuery,
): string {
  checkName(PODS, name);
  const parameters = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each !== undefined)
      .map((each) => encodeParameter(key, String(each))),
  );
  const path = `${collectionPath(PODS, namespace)}/${encodeURIComponent(name)}/${subresource}`;
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/** Returns the description of a request for error messages. */
export function podCall(name: string): FailedCall {
  return { method: 'GET', resource: 'pods', group: '', plural: 'pods', name };
}
