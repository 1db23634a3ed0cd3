import type { Check } from '../check.js';
import { CLUSTER } from './cluster.js';
import { MANIFESTS } from './manifests.js';
import { OUTPUT } from './output.js';
import { PACKAGES } from './packages.js';
import { TOOLCHAIN } from './toolchain.js';

/** All checks by subject, in the order of the report. */
export const CHECK_TOPICS: readonly {
  readonly title: string;
  readonly checks: readonly Check[];
}[] = [
  { title: 'Node, TypeScript and editors', checks: TOOLCHAIN },
  { title: 'Packages', checks: PACKAGES },
  { title: 'Config, types and output', checks: OUTPUT },
  { title: 'Samples, image and machine', checks: MANIFESTS },
  { title: 'Cluster', checks: CLUSTER },
];

/** All checks. */
export const CHECKS: readonly Check[] = CHECK_TOPICS.flatMap(({ checks }) => checks);
