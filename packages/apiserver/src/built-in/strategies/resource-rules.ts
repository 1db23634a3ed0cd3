import { parseQuantity } from '@vmgen/runtime/meta';
import { isQualifiedName } from '@vmgen/base/text';
import type { Field } from '@vmgen/crd/internal';

const STANDARD: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
/** Standard resources that only quotas and claims can limit. */
const OF_OTHERS =
  /^((requests|limits)\.(cpu|memory|ephemeral-storage)|(requests\.)?storage|requests\.hugepages-.+|services(\.nodeports|\.loadbalancers)?|pods|resourcequotas|replicationcontrollers|secrets|configmaps|persistentvolumeclaims)$/;

/** Validates the requests and limits of a container or pod. */
export function checkResources(resources: Field): void {
  const [limits, requests] = [resources.at('limits'), resources.at('requests')];
  for (const [name, amount] of limits.entries) checkAmount(amount, name);
  for (const [name, amount] of requests.entries) {
    checkAmount(amount, name);
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

function checkAmount(amount: Field, name: string): void {
  amount.check(isQualifiedName, name);
  if (!name.includes('/') && !STANDARD.has(name) && !name.startsWith('hugepages-')) {
    if (!OF_OTHERS.test(name)) {
      amount.invalid('must be a standard resource type or fully qualified', name);
    }
    amount.invalid('must be a standard resource for containers', name);
  }
  const nanos = parseQuantity(amount.text).toNanos();
  if (nanos < 0n) amount.invalid('must be greater than or equal to 0');
  if (!isNative(name) && nanos % NANOS_OF_ONE !== 0n) amount.invalid('must be an integer');
}

const NANOS_OF_ONE = 1_000_000_000n;

const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');

const isOvercommitted = (name: string): boolean => isNative(name) && !name.startsWith('hugepages-');
