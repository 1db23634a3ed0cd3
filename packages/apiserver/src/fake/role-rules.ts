import { appendFileSync } from 'node:fs';
import { formatProblem, parseDocuments } from '@vmgen/base/yaml';
import { VmgenError } from '@vmgen/runtime';
import type { ApiError, KubernetesObject, TransportRequest } from '@vmgen/runtime';
import { forbidden, statusError } from '../errors/status-error.js';
import { parseRequestInfo, type RequestInfo } from '../request/request-info.js';

/** A rule of a role, as in `rbac.authorization.k8s.io/v1`. */
export interface RoleRule {
  /** The permitted verbs; `*` is all of them. */
  readonly verbs: readonly string[];
  /** The API groups; empty for the core group, `*` for all of them. */
  readonly apiGroups?: readonly string[];
  /** `PLURAL`, `PLURAL/SUBRESOURCE`, `*`, or an asterisk, a slash and a subresource. */
  readonly resources?: readonly string[];
  /** The names of the objects. Defaults to all. */
  readonly resourceNames?: readonly string[];
  /** Paths that are not resources, such as `/metrics` or `/healthz/*`. Only in a ClusterRole. */
  readonly nonResourceURLs?: readonly string[];
}

/** A ClusterRole, or a Role, which applies to its namespace. */
export interface RoleObject {
  /** `ClusterRole` or `Role`. */
  readonly kind?: string;
  /** The name, and the namespace of a Role. */
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  /** The rules, of which each permits what it lists. */
  readonly rules?: readonly RoleRule[] | null;
}

/** The attributes of a request that the authorizer of the API server checks. */
type RequestAttributes =
  | (Pick<RequestInfo, 'group' | 'resource'> & {
      readonly verb: string;
      readonly namespace: string;
      readonly name: string;
      /** Empty for the object itself. */
      readonly subresource: string;
    })
  | { readonly verb: string; readonly path: string };

/** What every authenticated user of a cluster may do by its default roles. */
const DEFAULT_RULES: readonly RoleRule[] = [
  {
    verbs: ['get'],
    nonResourceURLs: [
      ...['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*'],
      ...['/healthz', '/livez', '/readyz', '/version', '/version/'],
    ],
  },
  {
    verbs: ['create'],
    apiGroups: ['authorization.k8s.io'],
    resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
  },
  { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
];

/** The smallest part of a rule that can be removed on its own. */
interface Permission {
  /** Empty for a ClusterRole. */
  readonly namespace: string;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Undefined for all objects. */
  readonly name: string | undefined;
  /** Undefined for resources. */
  readonly path: string | undefined;
  /** A description; undefined for default permissions. */
  readonly text: string | undefined;
}

/** Authorizes requests by the rules of roles, as the RBAC authorizer does, and records which of them it needed. */
export class RoleRules {
  readonly #permissions: readonly Permission[];
  readonly #used = new Set<Permission>();
  readonly #missing = new Set<string>();
  readonly #recordFile: string | undefined;

  /**
   * Throws if a role is not valid.
   *
   * @param recordFile a file to which permissions are recorded; requests without permission are then allowed
   */
  constructor(roles: string | readonly RoleObject[], recordFile?: string) {
    this.#recordFile = recordFile;
    const objects = typeof roles === 'string' ? rolesIn(roles) : roles;
    this.#permissions = [
      ...objects.flatMap((role) => permissionsOf(role)),
      ...DEFAULT_RULES.flatMap((rule) => permissionsIn(rule, '', undefined)),
    ];
    this.#record({ declared: this.unused() });
  }

  /** Whether a rule permits the request, which is then in use. */
  allows(attributes: RequestAttributes): boolean {
    const permission = this.#permissions.find((each) => permits(each, attributes));
    if (permission !== undefined && !this.#used.has(permission)) {
      this.#used.add(permission);
      if (permission.text !== undefined) this.#record({ used: permission.text });
    }
    return permission !== undefined;
  }

  /** Whether the request must be answered with an error: no rule permits it, and nothing is recorded. */
  refuses(attributes: RequestAttributes): boolean {
    if (this.allows(attributes)) return false;
    if (this.#recordFile === undefined) return true;
    const missing = missingPermission(attributes);
    const key = JSON.stringify(missing);
    if (!this.#missing.has(key)) this.#record({ missing });
    this.#missing.add(key);
    return false;
  }

  /** Appends a line, which `vmgen rbac --from-run` reads. Test files are processes of their own. */
  #record(line: object): void {
    if (this.#recordFile === undefined) return;
    appendFileSync(this.#recordFile, `${JSON.stringify(line)}\n`);
  }

  /** The permissions that no request needed, in the order of the roles. */
  unused(): readonly string[] {
    return this.#permissions.flatMap((each) =>
      each.text === undefined || this.#used.has(each) ? [] : [each.text],
    );
  }
}

/** The permission that a request needs, without the name and the namespace of the object. */
function missingPermission(attributes: RequestAttributes): object {
  const { verb } = attributes;
  if ('path' in attributes) return { verb, path: attributes.path };
  const { group, resource, subresource } = attributes;
  return { verb, group, resource: subresource === '' ? resource : `${resource}/${subresource}` };
}

/** Returns the attributes of a request. */
export function attributesOf({
  method,
  path,
}: Pick<TransportRequest, 'method' | 'path'>): RequestAttributes {
  const info = parseRequestInfo(method, path);
  if (info === undefined) {
    return { verb: method.toLowerCase(), path: path.split('?', 1)[0] ?? '' };
  }
  const { verb, group, resource, subresource = '', query } = info;
  const isNamespace = group === '' && resource === 'namespaces';
  const name = info.name ?? (verb === 'list' || verb === 'watch' ? selectedName(query) : '');
  // A namespace is in itself.
  const namespace = info.namespace ?? (isNamespace ? (info.name ?? '') : '');
  return { verb, group, resource, subresource, namespace, name };
}

/** The error of the API server for a request that no rule permits. */
export function forbiddenTo(user: string, attributes: RequestAttributes): ApiError {
  const what = `User ${JSON.stringify(user)} cannot ${attributes.verb}`;
  if ('path' in attributes) {
    const message = `forbidden: ${what} path ${JSON.stringify(attributes.path)}`;
    return statusError(403, 'Forbidden', message, {});
  }
  const { group, resource, subresource, namespace, name } = attributes;
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return forbidden(
    { group, plural: resource },
    name,
    `${what} resource ${JSON.stringify(full)} in API group ${JSON.stringify(group)} ${where}`,
  );
}

/** A list or watch that selects one name is authorized for that name. */
function selectedName(query: URLSearchParams): string {
  const terms = (query.get('fieldSelector') ?? '').split(',');
  const names = terms.flatMap((term) => /^metadata\.name==?([^!=]+)$/.exec(term)?.[1] ?? []);
  return names[0] ?? '';
}

function permits(permission: Permission, attributes: RequestAttributes): boolean {
  const { verb, path } = permission;
  if (verb !== '*' && verb !== attributes.verb) return false;
  if ('path' in attributes) return path !== undefined && matchesPath(path, attributes.path);
  if (path !== undefined) return false;
  const { group, resource, subresource, namespace, name } = attributes;
  return (
    (permission.namespace === '' || permission.namespace === namespace) &&
    (permission.group === '*' || permission.group === group) &&
    (permission.name === undefined || permission.name === name) &&
    matchesResource(permission.resource, resource, subresource)
  );
}

function matchesResource(permitted: string, resource: string, subresource: string): boolean {
  if (permitted === '*') return true;
  if (subresource === '') return permitted === resource;
  return permitted === `${resource}/${subresource}` || permitted === `*/${subresource}`;
}

function matchesPath(permitted: string, path: string): boolean {
  if (!permitted.endsWith('*')) return permitted === path;
  return path.startsWith(permitted.slice(0, -1));
}

/** Returns the objects of a YAML text. The server rejects those that are not of a kind. */
export function objectsIn(source: string, text: string): KubernetesObject[] {
  const { documents, problems } = parseDocuments({ source, text });
  const [problem] = problems;
  if (problem !== undefined) throw new VmgenError('ERR_VMGEN_ARGUMENT', formatProblem(problem));
  return documents.map(({ value }) => value as unknown as KubernetesObject);
}

function rolesIn(text: string): readonly RoleObject[] {
  const roles: RoleObject[] = objectsIn('the roles', text).filter(isRole);
  if (roles.length > 0) return roles;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    'the text contains no ClusterRole and no Role; pass the content of the file, not its name',
  );
}

function isRole({ kind }: RoleObject): boolean {
  return kind === 'ClusterRole' || kind === 'Role';
}

function permissionsOf({ kind = 'ClusterRole', metadata = {}, rules }: RoleObject): Permission[] {
  const { name = '', namespace = '' } = metadata;
  if (kind === 'Role' && namespace === '') {
    throw new VmgenError('ERR_VMGEN_ARGUMENT', `the Role ${JSON.stringify(name)} has no namespace`);
  }
  const where = kind === 'Role' ? namespace : '';
  const label = `${kind} ${where === '' ? '' : `${where}/`}${name}`;
  return (rules ?? []).flatMap((rule) => permissionsIn(rule, where, label));
}

function permissionsIn(
  { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: RoleRule,
  namespace: string,
  label: string | undefined,
): Permission[] {
  const names = resourceNames.length === 0 ? [undefined] : resourceNames;
  const permissions: Permission[] = [];
  const add = (permission: Omit<Permission, 'namespace' | 'text'>, what: string): void => {
    const text = label === undefined ? undefined : `${label}: ${permission.verb} ${what}`;
    permissions.push({ ...permission, namespace, text });
  };
  for (const resource of resources) {
    for (const group of apiGroups) {
      for (const name of names) {
        const [plural = '', ...subresource] = resource.split('/');
        const full = [group === '' ? plural : `${plural}.${group}`, ...subresource].join('/');
        const what = name === undefined ? full : `${full} ${JSON.stringify(name)}`;
        for (const verb of verbs) add({ verb, group, resource, name, path: undefined }, what);
      }
    }
  }
  // Only a ClusterRole grants access to paths.
  for (const path of namespace === '' ? nonResourceURLs : []) {
    for (const verb of verbs) add({ verb, group: '', resource: '', name: undefined, path }, path);
  }
  return permissions;
}
