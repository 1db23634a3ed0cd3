import { parseQuantity } from '@vmgen/runtime/meta';
import type { JsonObject } from '@vmgen/base/json';
import { isQualifiedName } from '@vmgen/base/text';
import type { ErrorList } from './error-list.js';
import { getStringMap } from './fields.js';

const OF_CONTAINERS: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
/** Resources with integer quantities. */
const COUNTED: ReadonlySet<string> = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);
const STANDARD: ReadonlySet<string> = new Set([
  ...OF_CONTAINERS,
  ...COUNTED,
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'storage',
  'requests.storage',
]);

/** Validates the requests and limits of a container or pod. */
export function checkResources(errors: ErrorList, path: string, resources: JsonObject): void {
  const limits = getStringMap(resources, 'limits');
  for (const [name, amount] of Object.entries(limits)) {
    checkContainerAmount(errors, `${path}.limits[${name}]`, name, amount);
  }
  for (const [name, amount] of Object.entries(getStringMap(resources, 'requests'))) {
    checkContainerAmount(errors, `${path}.requests[${name}]`, name, amount);
    const limit = limits[name];
    if (limit === undefined) {
      if (!isOvercommitted(name)) {
        errors.required(`${path}.limits`, 'Limit must be set for non overcommitable resources');
      }
      continue;
    }
    const order = parseQuantity(amount).compare(parseQuantity(limit));
    if (order !== 0 && !isOvercommitted(name)) {
      errors.invalid(`${path}.requests`, amount, `must be equal to ${name} limit of ${limit}`);
    } else if (order > 0) {
      errors.invalid(
        `${path}.requests`,
        amount,
        `must be less than or equal to ${name} limit of ${limit}`,
      );
    }
  }
}

function checkContainerAmount(errors: ErrorList, path: string, name: string, amount: string): void {
  const isOfContainers = OF_CONTAINERS.has(name) || name.startsWith('hugepages-');
  checkResourceName(errors, path, name);
  if (!name.includes('/') && !isOfContainers) {
    errors.invalid(path, name, 'must be a standard resource for containers');
  } else if (name.includes('/') && !isNative(name) && name.startsWith('requests.')) {
    errors.invalid(path, name, "doesn't follow extended resource name standard");
  }
  checkResourceQuantity(errors, path, name, amount);
}

/** Validates the name of a resource: a standard name, or one with a domain. */
export function checkResourceName(errors: ErrorList, path: string, name: string): void {
  const problems = isQualifiedName(name);
  errors.problems(path, name, problems);
  const isStandard = STANDARD.has(name) || /^(requests\.)?hugepages-/.test(name);
  if (problems.length === 0 && !name.includes('/') && !isStandard) {
    errors.invalid(path, name, 'must be a standard resource type or fully qualified');
  }
}

/** Validates a quantity: not negative, and an integer if the resource is counted. */
export function checkResourceQuantity(
  errors: ErrorList,
  path: string,
  name: string,
  amount: string,
): void {
  const nanos = parseQuantity(amount).toNanos();
  if (nanos < 0n) {
    errors.invalid(path, amount, 'must be greater than or equal to 0');
  }
  const isCounted = COUNTED.has(name) || (name.includes('/') && !isNative(name));
  if (isCounted && nanos % NANOS_OF_ONE !== 0n) {
    errors.invalid(path, amount, 'must be an integer');
  }
}

const NANOS_OF_ONE = 1_000_000_000n;

const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');

const isOvercommitted = (name: string): boolean => isNative(name) && !name.startsWith('hugepages-');
