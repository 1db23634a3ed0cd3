import { whyUnusableName } from '../text/unusable-name.js';
import type { ApiPackage, CustomResource } from '../model/model.js';

/**
 * The paths of all built-in output files, relative to `--out`, for both printing and importing. A TypeScript
 * file is printed by the template of its name.
 */
export const OUTPUT_FILES = {
  clientset: 'clientset.ts',
  informers: 'informers.ts',
  /** No other generated file imports those in `testing`: a production build omits them. */
  fakeClientset: 'testing/fake-clientset.ts',
  /** The options of the manager, with an operator in the config. */
  operator: 'operator.ts',
  role: 'rbac/role.yaml',
  webhooks: 'webhook/manifests.yaml',
  policies: 'policy/manifests.yaml',
  /** The JSON Schema of all kinds. */
  schemas: 'schemas/all.json',
} as const;

/** The CRDs of a group's folder as constants, for the server behind the fake clientset. */
export const crdConstantsFile = (folder: string): string => `testing/${folder}/crds.ts`;

/** The conversions of a group's kinds between their versions. */
export const conversionsFile = (folder: string): string => `${folder}/conversions.ts`;

/**
 * The file of a CRD to apply. Windows does not allow the name `con.example.com_things.yaml`: groups that
 * start with the name of a device get a prefix.
 */
export function crdFileOf(group: string, plural: string): string {
  const name = `${group}_${plural}.yaml`;
  return `crds/${whyUnusableName(name) === undefined ? '' : 'crd-'}${name}`;
}

export const crdFile = ({ group, main }: CustomResource): string => crdFileOf(group, main.plural);

/** The JSON Schema of a kind, under the name by which kubeconform finds it. */
export function schemaFile(group: string, kind: string, version: string): string {
  const folder = whyUnusableName(group) === undefined ? group : `group-${group}`;
  return `schemas/${folder}/${kind.toLowerCase()}_${version}.json`;
}

/** The folder of a package's own files. */
export const packageFolder = ({ folder }: ApiPackage): string =>
  `${folder.group}/${folder.version}`;

/** A file of a package. */
export const packageFile = (
  pkg: ApiPackage,
  part: 'client' | 'deepcopy' | 'informer' | 'lister' | 'register',
): string => `${packageFolder(pkg)}/${part}.ts`;
