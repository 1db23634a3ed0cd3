import type { Cached } from '@vmgen/runtime';
import type { VirtualMachine } from '../../../apis/cloudnative/v1alpha1/types.js';

/** A VirtualMachine from the cache or from the response of a write. */
export type CachedMachine = Cached<VirtualMachine, 'Namespaced'>;
