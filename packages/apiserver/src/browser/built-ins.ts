import type { BuiltInData } from './create-api-server.js';

/**
 * The data of all built-in kinds, for `createApiServer` of `@vmgen/apiserver/browser`. The module is for bundlers, which
 * include the JSON that it imports (scripts/bundle.mjs).
 */
export declare const builtIns: BuiltInData;
