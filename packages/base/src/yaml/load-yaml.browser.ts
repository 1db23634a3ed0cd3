import * as yaml from 'yaml';
import type { YamlLibrary } from './load-yaml.js';

/** As in load-yaml.ts, for browsers: a bundle contains the library. */
export const loadYaml = (): YamlLibrary => yaml;
