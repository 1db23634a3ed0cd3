import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/** The YAML library that parses bodies. */
export type YamlLibrary = typeof Yaml;

/** Loads the library on first use: it takes about 40 ms, and YAML bodies are rare. */
export function loadYaml(): YamlLibrary {
  const require = createRequire(import.meta.url);
  return require('yaml') as YamlLibrary;
}
