import type { ApiModel } from '../model/model.js';
import type { BuiltCrd } from '../crds/build-crd.js';
import { packageFolder } from './emit-context.js';
import { crdPath } from './emit-crd.js';
import { crdFolders } from './emit-sets.js';
import type { GeneratorName } from '../settings/generated-file.js';

/** Where the output of some generators is written, known before it is made. */
export function outputPaths(
  model: ApiModel,
  crds: readonly BuiltCrd[],
  generators: readonly GeneratorName[],
): string[] {
  const ofPackages = (file: string): string[] =>
    model.packages.map((pkg) => `${packageFolder(pkg)}/${file}`);
  const paths: Readonly<Record<GeneratorName, () => string[]>> = {
    crd: () => crds.map(({ resource }) => crdPath(resource)),
    deepcopy: () => ofPackages('deepcopy.ts'),
    register: () => [...ofPackages('register.ts'), 'scheme.ts'],
    client: () => [
      ...ofPackages('client.ts'),
      ...crdFolders({ crds }).map((folder) => `${folder}/crds.ts`),
      'clientset.ts',
      'fake.ts',
    ],
    lister: () => ofPackages('lister.ts'),
    informer: () => [...ofPackages('informer.ts'), 'informers.ts'],
    rbac: () => (model.roles.length > 0 ? ['rbac/role.yaml'] : []),
    webhook: () => (model.webhookConfigurations.length > 0 ? ['webhook/manifests.yaml'] : []),
  };
  return generators.flatMap((generator) => paths[generator]());
}
