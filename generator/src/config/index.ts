/** `vmgen/config`: the import of a vmgen.config.*. It loads nothing else of vmgen. */
export { defineConfig, type VmgenConfig } from './vmgen-config.js';
