import type { Kubectl } from './kubectl.js';
import { waitFor } from './wait-for.js';

const WITHIN_MS = 60_000;

/**
 * Waits until kubectl finds the kinds of definitions in a file or folder, and the API server serves their objects. Both are
 * a moment after the definitions are established.
 */
export async function untilServed(kubectl: Kubectl, definitions: string): Promise<void> {
  const names = await kubectl('get', '-f', definitions, '-o', 'name');
  const kinds = names.trim().replaceAll('customresourcedefinition.apiextensions.k8s.io/', '');
  await waitFor(`${kinds} are served`, WITHIN_MS, async () => {
    const { code } = await kubectl.attempt('get', kinds.split('\n').join());
    return code === 0 ? true : undefined;
  });
}
