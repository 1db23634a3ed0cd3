import { isRuntimeType, RUNTIME_MODULE } from './runtime-types.js';

/** Has the types of the built-in kinds, by group and version. */
export const KUBERNETES_MODULE = '@vmgen/kubernetes';

/**
 * Where a type of Kubernetes is to be imported from instead of a package that was made for programs:
 * there a number has no width, a quantity or a time is any string and a list has no keys, so that a
 * schema made of it would refuse what Kubernetes takes, or merge what it keeps apart. Undefined for
 * everything else.
 *
 * @returns the edit, for people
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
  if (isRuntimeType(name)) return `use that of ${RUNTIME_MODULE}: ${from(RUNTIME_MODULE)}`;
  const use = `use that of ${KUBERNETES_MODULE}, which says all that a schema needs`;
  if (group !== '') return `${use}: ${from(`${KUBERNETES_MODULE}/${group}/${version}`)}`;
  return `${use}: import ${name} from the entry of its group, such as ${KUBERNETES_MODULE}/core/${version}`;
}
