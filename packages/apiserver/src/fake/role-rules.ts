import { appendFileSync } from 'node:fs';
import { formatProblem, parseDocuments } from '@vmgen/base/yaml';
import { VmgenError } from '@vmgen/runtime';
import type { KubernetesObject } from '@vmgen/runtime';
import { DISCOVERY_RULES, REVIEW_RULES } from '../authorization/default-roles.js';
import type { RequestAttributes } from '../authorization/request-attributes.js';
import { ruleAllows, type RoleRule } from '../authorization/role-rule.js';

/** A ClusterRole, or a Role, which applies to its namespace. */
export interface RoleObject {
  /** `ClusterRole` or `Role`. */
  readonly kind?: string;
  /** The name, and the namespace of a Role. */
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  /** The rules, of which each permits what it lists. */
  readonly rules?: readonly RoleRule[] | null;
}

/** What every authenticated user of a cluster may do by its default roles. */
const DEFAULT_RULES = [...DISCOVERY_RULES, ...REVIEW_RULES];

/** The smallest part of a rule that can be removed on its own. */
interface Permission {
  /** Empty for a ClusterRole. */
  readonly namespace: string;
  readonly rule: RoleRule;
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

/**
 * The permission that a request needs, without the namespace of the object. Only the binding of a role
 * has its name: to bind any role is to have all permissions.
 */
function missingPermission(attributes: RequestAttributes): object {
  const { verb } = attributes;
  if ('path' in attributes) return { verb, path: attributes.path };
  const { group, resource, subresource, name } = attributes;
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  return { verb, group, resource: full, ...(verb === 'bind' && { name }) };
}

/** Only a ClusterRole grants access to paths. */
function permits({ namespace, rule }: Permission, attributes: RequestAttributes): boolean {
  const isThere =
    namespace === '' || ('namespace' in attributes && attributes.namespace === namespace);
  return isThere && ruleAllows(rule, attributes);
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
  const add = (rule: RoleRule, what: string): void => {
    for (const verb of verbs) {
      const text = label === undefined ? undefined : `${label}: ${verb} ${what}`;
      permissions.push({ namespace, rule: { ...rule, verbs: [verb] }, text });
    }
  };
  for (const resource of resources) {
    for (const group of apiGroups) {
      for (const name of names) {
        const [plural = '', ...subresource] = resource.split('/');
        const full = [group === '' ? plural : `${plural}.${group}`, ...subresource].join('/');
        const what = name === undefined ? full : `${full} ${JSON.stringify(name)}`;
        const only = name === undefined ? {} : { resourceNames: [name] };
        add({ verbs, apiGroups: [group], resources: [resource], ...only }, what);
      }
    }
  }
  for (const path of namespace === '' ? nonResourceURLs : []) {
    add({ verbs, nonResourceURLs: [path] }, path);
  }
  return permissions;
}
