export * from './custom-resource-definition.js';
export * from './event.js';
export * from './lease.js';
export * from './namespace.js';
export type { Scale } from '../client/scale.js';
