/** `vmgen/config`: the import of a vmgen.config.*. It loads nothing else of vmgen. */
export type { OperatorConfig } from '../settings/operator-config.js';
export type { EnvVar, PodSettings, ResourceQuantities } from '../settings/pod-settings.js';
export { defineConfig, type VmgenConfig } from './vmgen-config.js';
