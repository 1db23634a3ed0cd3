import { isRuntimeType, RUNTIME_MODULE } from './runtime-types.js';

/** Has the types of the built-in kinds, by group and version. */
export const KUBERNETES_MODULE = '@vmgen/kubernetes';

/**
 * The replacement for a Kubernetes type from a package without schema information: its numbers have no width,
 * quantities and times are arbitrary strings, and lists have no keys, so that its schema would reject values
 * that Kubernetes accepts, or merge list items incorrectly. Undefined for all other types.
 *
 * @returns the fix as text
 */
export function betterImport(specifier: string, name: string): string | undefined {
  const [, folder, file] = /^kubernetes-types\/([a-z]+)\/(\w+)$/.exec(specifier) ?? [];
  if (folder !== undefined) return importOf(name, folder, file);
  if (!/^@kubernetes\/client-node(?:\/|$)/.test(specifier)) return undefined;
  const [, group = '', version, type] =
    /^([A-Z][a-z]+)?(V\d+(?:(?:alpha|beta)\d+)?)([A-Z]\w*)$/.exec(name) ?? [];
  if (version === undefined || type === undefined) return undefined;
  return importOf(type, group.toLowerCase(), version.toLowerCase());
}

function importOf(name: string, group: string, version = ''): string {
  const from = (module: string): string => `import type { ${name} } from '${module}';`;
  if (isRuntimeType(name)) return `use the type of ${RUNTIME_MODULE}: ${from(RUNTIME_MODULE)}`;
  const use = `use the type of ${KUBERNETES_MODULE}, which contains the schema information`;
  if (group !== '') return `${use}: ${from(`${KUBERNETES_MODULE}/${group}/${version}`)}`;
  return `${use}: import ${name} from the entry of its group, such as ${KUBERNETES_MODULE}/core/${version}`;
}
