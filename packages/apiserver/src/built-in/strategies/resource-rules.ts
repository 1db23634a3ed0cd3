import { parseQuantity } from '@vmgen/runtime/meta';
import { isQualifiedName } from '@vmgen/base/text';
import type { Field } from '@vmgen/crd/internal';

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
export function checkResources(resources: Field): void {
  const [limits, requests] = [resources.at('limits'), resources.at('requests')];
  for (const [name, amount] of limits.entries) checkContainerAmount(amount, name);
  for (const [name, amount] of requests.entries) {
    checkContainerAmount(amount, name);
    const limit = limits.object[name];
    if (typeof limit !== 'string') {
      if (!isOvercommitted(name)) {
        limits.required('Limit must be set for non overcommitable resources');
      }
      continue;
    }
    const order = parseQuantity(amount.text).compare(parseQuantity(limit));
    if (order !== 0 && !isOvercommitted(name)) {
      requests.invalid(`must be equal to ${name} limit of ${limit}`, amount.text);
    } else if (order > 0) {
      requests.invalid(`must be less than or equal to ${name} limit of ${limit}`, amount.text);
    }
  }
}

function checkContainerAmount(amount: Field, name: string): void {
  const isOfContainers = OF_CONTAINERS.has(name) || name.startsWith('hugepages-');
  checkResourceName(amount, name);
  if (!name.includes('/') && !isOfContainers) {
    amount.invalid('must be a standard resource for containers', name);
  } else if (name.includes('/') && !isNative(name) && name.startsWith('requests.')) {
    amount.invalid("doesn't follow extended resource name standard", name);
  }
  checkResourceQuantity(amount, name);
}

/** Validates the name of a resource: a standard name, or one with a domain. */
export function checkResourceName(amount: Field, name: string): void {
  const problems = isQualifiedName(name);
  for (const problem of problems) amount.invalid(problem, name);
  const isStandard = STANDARD.has(name) || /^(requests\.)?hugepages-/.test(name);
  if (problems.length === 0 && !name.includes('/') && !isStandard) {
    amount.invalid('must be a standard resource type or fully qualified', name);
  }
}

/** Validates a quantity: not negative, and an integer if the resource is counted. */
export function checkResourceQuantity(amount: Field, name: string): void {
  const nanos = parseQuantity(amount.text).toNanos();
  if (nanos < 0n) amount.invalid('must be greater than or equal to 0');
  const isCounted = COUNTED.has(name) || (name.includes('/') && !isNative(name));
  if (isCounted && nanos % NANOS_OF_ONE !== 0n) amount.invalid('must be an integer');
}

const NANOS_OF_ONE = 1_000_000_000n;

const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');

const isOvercommitted = (name: string): boolean => isNative(name) && !name.startsWith('hugepages-');
