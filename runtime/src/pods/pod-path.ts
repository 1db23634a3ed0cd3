import { encodeParameter } from '../client/query.js';
import { checkName, collectionPath, type PathResource } from '../client/resource-path.js';
import type { FailedCall } from '../client/api-error-from-response.js';

export const PODS: PathResource = { group: '', version: 'v1', plural: 'pods', scope: 'Namespaced' };

/** What the query of a subresource may hold; a list gives its name once for each item. */
export type PodQuery = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** Where a subresource of a pod stands. Throws where the name would lead elsewhere. */
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

/** How a refusal names the pod. */
export function podCall(name: string): FailedCall {
  return { method: 'GET', resource: 'pods', group: '', plural: 'pods', name };
}
