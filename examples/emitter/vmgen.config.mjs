// @ts-check
import { defineConfig } from 'vmgen/config';
import { apiReference } from './dist/src/api-reference.js';

export default defineConfig({
  groups: 'fleet:v1',
  out: 'generated',
  generators: ['crd', 'api-reference'],
  emitters: [apiReference],
});
