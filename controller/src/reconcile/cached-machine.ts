import type { Cached } from '@vmgen/runtime';
import type { VirtualMachine } from '../../../apis/cloudnative/v1alpha1/types.js';

/** A VirtualMachine as the server gave it, from the cache or by a write. */
export type CachedMachine = Cached<VirtualMachine, 'Namespaced'>;
