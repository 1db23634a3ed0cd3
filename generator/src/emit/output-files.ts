import { whyUnusableName } from '../render/unusable-name.js';
import type { ApiPackage, CustomResource } from '../model/model.js';

/**
 * Where everything that vmgen's own emitters make stands, relative to `--out`: what prints a file and what
 * imports it ask here. A TypeScript file is printed by the template of its name.
 */
export const OUTPUT_FILES = {
  clientset: 'clientset.ts',
  informers: 'informers.ts',
  /** Nothing else imports what stands in `testing`: a production build leaves it out. */
  fakeClientset: 'testing/fake-clientset.ts',
  role: 'rbac/role.yaml',
  webhooks: 'webhook/manifests.yaml',
} as const;

/** The CRDs of a group's folder as constants, for the server behind the fake clientset. */
export const crdConstantsFile = (folder: string): string => `testing/${folder}/crds.ts`;

/**
 * The CRD of a kind, as people apply it. Windows has no file `con.example.com_things.yaml`: the name of
 * a group that begins like a device has a prefix.
 */
export function crdFile({ group, main }: CustomResource): string {
  const name = `${group}_${main.plural}.yaml`;
  return `crds/${whyUnusableName(name) === undefined ? '' : 'crd-'}${name}`;
}

/** The folder of a package's own files. */
export const packageFolder = ({ folder }: ApiPackage): string =>
  `${folder.group}/${folder.version}`;

/** A file of a package. */
export const packageFile = (
  pkg: ApiPackage,
  part: 'client' | 'deepcopy' | 'informer' | 'lister' | 'register',
): string => `${packageFolder(pkg)}/${part}.ts`;
