// @ts-check
// Configures what `hack/update-kubernetes.sh` generates from packages/kubernetes/apis: vmgen's own files, an entry
// for each group version, and a clientset that loads each group on first use.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** @typedef {import('vmgen/config').Emitter} Emitter */
/** @typedef {Parameters<Emitter['emit']>[0]['packages'][number]} ApiPackage */

const apis = path.join(import.meta.dirname, 'apis');
const groups = readdirSync(apis).flatMap((group) =>
  readdirSync(path.join(apis, group))
    // A folder without doc.ts only provides types for others.
    .filter((version) => existsSync(path.join(apis, group, version, 'doc.ts')))
    .map((version) => `${group}:${version}`),
);

/** @param {ApiPackage} pkg */
const folderOf = ({ folder }) => `${folder.group}/${folder.version}`;
/** @param {ApiPackage} pkg */
const propertyOf = ({ identifier }) => identifier.charAt(0).toLowerCase() + identifier.slice(1);
/** @param {ApiPackage} pkg */
const apiVersionOf = ({ group, version }) => (group === '' ? version : `${group}/${version}`);
/** @param {ApiPackage} pkg */
const isWatchable = ({ resources }) =>
  resources.some(({ verbs }) => verbs?.has('list') && verbs.has('watch'));

/**
 * `apps/v1/index.ts`: the entry of a group version.
 * @type {Emitter}
 */
const entries = {
  name: 'entries',
  emit: ({ packages }, { headerComment, apisPath }) =>
    packages.map((pkg) => ({
      path: `${folderOf(pkg)}/index.ts`,
      print: () => {
        const parts = isWatchable(pkg)
          ? ['client', 'informer', 'lister', 'register']
          : ['client', 'register'];
        return [
          headerComment('//'),
          '',
          `export type * from '../../${apisPath}/${folderOf(pkg)}/types.js';`,
          ...parts.map((part) => `export * from './${part}.js';`),
          '',
        ].join('\n');
      },
    })),
};

/**
 * `lazy-clientset.ts`: the clients of all groups, each loaded on first use.
 * @type {Emitter}
 */
const lazyClientset = {
  name: 'lazy-clientset',
  emit: ({ packages }, { headerComment }) => [
    {
      path: 'lazy-clientset.ts',
      print: () => `${headerComment('//')}

import type { Transport } from '@vmgen/runtime/transport';
${packages.map((pkg) => `import type { ${pkg.identifier}Clients } from './${folderOf(pkg)}/client.js';`).join('\n')}

/** The typed clients of all built-in groups. The code of each group is loaded on first use. */
export interface LazyClientset {
  /** The transport shared by all clients. */
  readonly transport: Transport;
${packages
  .map(
    (pkg) => `  /** The clients of ${apiVersionOf(pkg)}. */
  ${propertyOf(pkg)}(): Promise<${pkg.identifier}Clients>;`,
  )
  .join('\n')}
}

/**
 * Creates the typed clients of all built-in groups over one transport.
 *
 * @example
 * const clientset = createLazyClientset(transport);
 * const apps = await clientset.appsV1();
 * const { items } = await apps.deployments('default').list();
 * for (const { metadata } of items) console.log(metadata.name);
 */
export function createLazyClientset(transport: Transport): LazyClientset {
  return {
    transport,
${packages
  .map(
    (pkg) => `    ${propertyOf(pkg)}: async () => {
${lazyImport(pkg)}
      return create${pkg.identifier}Clients(transport);
    },`,
  )
  .join('\n')}
  };
}
`,
    },
  ],
};

/**
 * The import of a group's clients, wrapped as Prettier does.
 *
 * @param {ApiPackage} pkg
 */
function lazyImport(pkg) {
  const declared = `      const { create${pkg.identifier}Clients } =`;
  const imported = `await import('./${folderOf(pkg)}/client.js');`;
  const isNarrow = `${declared} ${imported}`.length <= 100;
  return `${declared}${isNarrow ? ' ' : '\n        '}${imported}`;
}

/** @type {import('vmgen/config').VmgenConfig} */
export default {
  groups,
  out: 'generated',
  generators: ['register', 'client', 'lister', 'informer', 'entries', 'lazy-clientset'],
  emitters: [entries, lazyClientset],
};
