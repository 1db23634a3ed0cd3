import { isDns1123Label, isDns1123Subdomain } from '@vmgen/base/text';
import { CelError, CelObject, type CelValue } from '../values/value.js';
import { methodOf, type CelFunction } from './function-library.js';

/** A request whose authorization an expression asks for. */
export interface AuthorizationAttributes {
  /** The name of the service account `NAMESPACE/NAME`. Undefined for the user of the request. */
  readonly serviceAccount?: string;
  readonly verb: string;
  /** The path of a request that is not for a resource. */
  readonly path?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** The result of an authorization check. */
interface AuthorizationDecision {
  readonly allowed: boolean;
  readonly reason: string;
}

/** Decides whether a request is allowed. */
export type Authorize = (attributes: AuthorizationAttributes) => AuthorizationDecision;

/** A value of the library: the authorizer, or a check that is being composed. */
class Check extends CelObject {
  readonly typeName: string;
  readonly authorize: Authorize;
  readonly attributes: AuthorizationAttributes;

  constructor(kind: string, authorize: Authorize, attributes: AuthorizationAttributes) {
    super();
    this.typeName = `kubernetes.authorization.${kind}`;
    this.authorize = authorize;
    this.attributes = attributes;
  }

  with(kind: string, attributes: Partial<AuthorizationAttributes>): Check {
    return new Check(kind, this.authorize, { ...this.attributes, ...attributes });
  }

  override equals(other: Check): boolean {
    return this === other;
  }
}

class Decision extends CelObject {
  readonly typeName = 'kubernetes.authorization.Decision';
  readonly decision: AuthorizationDecision;

  constructor(decision: AuthorizationDecision) {
    super();
    this.decision = decision;
  }

  override equals(other: Decision): boolean {
    return this === other;
  }
}

/** The variable `authorizer`. */
export const authorizerValue = (authorize: Authorize): CelValue =>
  new Check('Authorizer', authorize, { verb: '' });

/** The variable `authorizer.requestResource`. */
export const resourceCheckValue = (
  authorize: Authorize,
  attributes: Omit<AuthorizationAttributes, 'verb'>,
): CelValue => new Check('ResourceCheck', authorize, { ...attributes, verb: '' });

const method = (apply: (check: Check, ...texts: string[]) => CelValue): CelFunction =>
  methodOf(Check, (check, ...args) => apply(check, ...args.map(String)));

const attribute = (name: 'subresource' | 'namespace' | 'name'): CelFunction =>
  method((check, text = '') => check.with('ResourceCheck', { [name]: text }));

const check = method(
  (asked, verb = '') => new Decision(asked.authorize({ ...asked.attributes, verb })),
);

const sameCheck = method((asked) => asked);

const ofDecision = (read: (decision: AuthorizationDecision) => CelValue): CelFunction =>
  methodOf(Decision, ({ decision }) => read(decision));

function serviceAccount(authorizer: Check, namespace: string, name: string): CelValue {
  if (isDns1123Subdomain(name).length > 0) return new CelError('Invalid service account name');
  if (isDns1123Label(namespace).length > 0) {
    return new CelError('Invalid service account namespace');
  }
  return authorizer.with('Authorizer', { serviceAccount: `${namespace}/${name}` });
}

/** The methods of the authorizer (apiserver's cel/library/authz.go). */
export const AUTHORIZATION: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  [
    'authorizer_path',
    method((authorizer, path = '') =>
      path.trim() === ''
        ? new CelError('path must not be empty')
        : authorizer.with('PathCheck', { path }),
    ),
  ],
  [
    'authorizer_group',
    method((authorizer, group = '') => authorizer.with('GroupCheck', { group })),
  ],
  [
    'authorizer_serviceaccount',
    method((authorizer, namespace = '', name = '') => serviceAccount(authorizer, namespace, name)),
  ],
  [
    'groupcheck_resource',
    method((group, resource = '') =>
      resource.trim() === ''
        ? new CelError('resource must not be empty')
        : group.with('ResourceCheck', { resource }),
    ),
  ],
  ['resourcecheck_subresource', attribute('subresource')],
  ['resourcecheck_namespace', attribute('namespace')],
  ['resourcecheck_name', attribute('name')],
  // RBAC ignores selectors.
  ['authorizer_fieldselector', sameCheck],
  ['authorizer_labelselector', sameCheck],
  ['pathcheck_check', check],
  ['resourcecheck_check', check],
  ['decision_allowed', ofDecision(({ allowed }) => allowed)],
  ['decision_reason', ofDecision(({ reason }) => reason)],
  ['decision_errored', ofDecision(() => false)],
  ['decision_error', ofDecision(() => '')],
]);
