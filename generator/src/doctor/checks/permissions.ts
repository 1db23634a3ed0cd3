import type { JsonObject } from '@vmgen/base/json';
import { objectsAt, textAt, textsAt } from '../../text/json-fields.js';

/** One request that a rule of a role allows. */
export interface Permission {
  readonly verb: string;
  /** A resource; undefined for a path. */
  readonly resource?: {
    readonly group: string;
    readonly resource: string;
    readonly subresource: string;
    /** '' for all. */
    readonly name: string;
    /** '' for all namespaces. */
    readonly namespace: string;
  };
  readonly path?: string;
}

/** All permissions of roles. */
export function permissionsOf(roles: readonly JsonObject[]): Permission[] {
  const all = roles.flatMap((role) => {
    const { kind, metadata } = role;
    if (kind !== 'Role' && kind !== 'ClusterRole') return [];
    const namespace = kind === 'Role' ? textAt(metadata, 'namespace') : '';
    return objectsAt(role, 'rules').flatMap((rule) => ofRule(rule, namespace));
  });
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

function ofRule(rule: JsonObject, namespace: string): Permission[] {
  const texts = (key: string): string[] => textsAt(rule, key);
  const names = texts('resourceNames');
  return texts('verbs').flatMap((verb): Permission[] => [
    ...texts('nonResourceURLs').map((path) => ({ verb, path })),
    ...texts('apiGroups').flatMap((group) =>
      texts('resources').flatMap((each) => {
        const [resource = '', subresource = ''] = each.split('/');
        return (names.length === 0 ? [''] : names).map((name) => ({
          verb,
          resource: { group, resource, subresource, name, namespace },
        }));
      }),
    ),
  ]);
}

/** The SelfSubjectAccessReview of a permission. */
export function reviewOf({ verb, resource, path }: Permission): JsonObject {
  return {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec:
      resource === undefined
        ? { nonResourceAttributes: { verb, path: path ?? '' } }
        : { resourceAttributes: { verb, ...resource } },
  };
}

/** A permission in a message: `list sites.web.example.com`. */
export function textOfPermission({ verb, resource, path = '' }: Permission): string {
  if (resource === undefined) return `${verb} ${path}`;
  const { group, subresource, name, namespace } = resource;
  const kind = group === '' ? resource.resource : `${resource.resource}.${group}`;
  const whole = subresource === '' ? kind : `${kind}/${subresource}`;
  const place = namespace === '' ? '' : ` in ${namespace}`;
  return `${verb} ${whole}${name === '' ? '' : ` ${JSON.stringify(name)}`}${place}`;
}
