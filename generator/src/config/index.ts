/** `vmgen/config`: what a vmgen.config.* imports. It loads nothing else of vmgen. */
export { defineConfig, type VmgenConfig } from './vmgen-config.js';
