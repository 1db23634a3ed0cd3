import type { ApiPackage } from '../model/model.js';
import { lowerFirst, pascalCase } from '../model/names.js';
import { RUNTIME_MODULE } from '../model/runtime-types.js';
import { emitTypeScript, packageFolder, type EmitContext } from './emit-context.js';
import { hasInformer } from './emit-informer.js';
import type { GeneratedFile } from './generated-file.js';
import { apiVersionOf, groupNames } from './generated-names.js';
import { ImportSet } from './import-set.js';

const FAKE_MODULE = '@vmgen/apiserver/fake';

/** The clientset: the clients of all packages. */
export function emitClientset(
  context: EmitContext,
  packages: readonly ApiPackage[],
): GeneratedFile {
  const imports = new ImportSet(['Clientset', 'createClientset']);
  imports.types(RUNTIME_MODULE, 'Transport');
  const groups = packages.map((pkg) => {
    const { client, property } = groupNames(pkg);
    const module = `./${packageFolder(pkg)}/client.js`;
    imports.types(module, client).values(module, `create${client}`);
    return { property, client, doc: `The clients of ${apiVersionOf(pkg)}.` };
  });
  return emitTypeScript(context, 'client', 'clientset.ts', 'clientset.ts', imports, { groups });
}

/** The clientset for tests. */
export function emitFake(context: EmitContext): GeneratedFile {
  const imports = new ImportSet(['FakeClientset', 'FakeClientsetOptions', 'createFakeClientset']);
  imports
    .types(RUNTIME_MODULE, 'KubernetesObject')
    .types(FAKE_MODULE, 'FakeTransport')
    .values(FAKE_MODULE, 'createFakeTransport')
    .types('./clientset.js', 'Clientset')
    .values('./clientset.js', 'createClientset');
  const folders = [...new Set(context.model.customResources.map(({ folder }) => folder))];
  const crds = folders.map((folder) => {
    const name = crdsName(folder);
    imports.values(`./${folder}/crds.js`, name);
    return name;
  });
  // TypeScript does not guess what an empty list holds.
  const view = { crds, noCrds: crds.length === 0 ? ': never[]' : '' };
  return emitTypeScript(context, 'client', 'fake.ts', 'fake.ts', imports, view);
}

/** What generated code calls the CRDs of a group's folder. */
export function crdsName(folder: string): string {
  return `${lowerFirst(pascalCase(folder))}Crds`;
}

/** The informers of all packages. */
export function emitInformers(
  context: EmitContext,
  packages: readonly ApiPackage[],
): GeneratedFile {
  const imports = new ImportSet(['Informers', 'createInformers']);
  imports
    .types(RUNTIME_MODULE, 'InformerFactory', 'InformerFactoryOptions')
    .values(RUNTIME_MODULE, 'createInformerFactory')
    .types('./clientset.js', 'Clientset');
  const groups = packages
    .filter((pkg) => pkg.resources.some(hasInformer))
    .map((pkg) => {
      const { informers, property } = groupNames(pkg);
      const module = `./${packageFolder(pkg)}/informer.js`;
      imports.types(module, informers).values(module, `create${informers}`);
      return { property, informers, doc: `The informers of ${apiVersionOf(pkg)}.` };
    });
  return emitTypeScript(context, 'informer', 'informers.ts', 'informers.ts', imports, { groups });
}

/** The scheme of all packages. */
export function emitScheme(context: EmitContext, packages: readonly ApiPackage[]): GeneratedFile {
  const imports = new ImportSet(['createApiScheme']);
  imports.types(RUNTIME_MODULE, 'Scheme').values(RUNTIME_MODULE, 'createScheme');
  const groups = packages.map((pkg) => {
    const local = `add${groupNames(pkg).client.replace(/Client$/, '')}`;
    imports.renamed(`./${packageFolder(pkg)}/register.js`, 'addToScheme', local);
    return { addToScheme: local };
  });
  return emitTypeScript(context, 'register', 'scheme.ts', 'scheme.ts', imports, { groups });
}
