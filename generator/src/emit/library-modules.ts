import { RUNTIME_TYPES } from '../syntax/runtime-types.js';

/** The names that generated code imports from packages, by the narrowest entry point that exports them. */
export const LIBRARY_EXPORTS: Readonly<Record<string, readonly string[]>> = {
  '@vmgen/apiserver/fake': [
    'CustomResourceDefinition',
    'FakeTransport',
    'FakeTransportOptions',
    'PlainCustomResourceDefinition',
    'createFakeTransport',
  ],
  '@vmgen/manager': ['RunManagerOptions'],
  '@vmgen/runtime/api': ['Scale'],
  '@vmgen/runtime/cache': [
    'InformerFactory',
    'InformerScope',
    'Lister',
    'NamespacedLister',
    'SharedInformer',
    'Store',
  ],
  '@vmgen/runtime/client': [
    'ApiStatus',
    'ApplyConfiguration',
    'ApplyOptions',
    'CallOptions',
    'CreateOptions',
    'FullResourceClient',
    'GetOptions',
    'ListOptions',
    'ListWatchClient',
    'PatchOptions',
    'ResourceClient',
    'ResourceDefinition',
    'ReviewClient',
    'ScaleClient',
    'StatusClient',
    'StrategicPatchClient',
    'SubresourceAccess',
    'UpdateOptions',
  ],
  '@vmgen/runtime/conversion': ['Conversion', 'FieldFunctions', 'defineConversion'],
  '@vmgen/runtime/generated': [
    'createFullClient',
    'createLister',
    'deepCopyCondition',
    'deepCopyLabelSelector',
    'deepCopyLabelSelectorRequirement',
    'deepCopyListMeta',
    'deepCopyMap',
    'deepCopyObjectMeta',
  ],
  '@vmgen/runtime/meta': [
    'DeepPartial',
    'DeepReadonly',
    'KubernetesList',
    'KubernetesObject',
    'MergePatch',
    'Persisted',
    'deepCopyJson',
    ...RUNTIME_TYPES,
  ],
  '@vmgen/runtime/transport': ['Transport'],
};

const MODULES: ReadonlyMap<string, string> = new Map(
  Object.entries(LIBRARY_EXPORTS).flatMap(([module, names]) => names.map((name) => [name, module])),
);

/** The entry point of a package from which generated code imports a name. */
export function libraryModule(name: string): string {
  const module = MODULES.get(name);
  if (module === undefined) throw new Error(`no package is known to export ${name}`);
  return module;
}
