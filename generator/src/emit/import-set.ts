import { stringLiteral } from '../text/escape.js';
import type { ImportExtension } from '../settings/import-extension.js';
import type { NamedType } from '../types/type.js';
import { RUNTIME_TYPES } from '../syntax/runtime-types.js';
import { compareText } from '../text/compare-text.js';

interface Import {
  readonly local: string;
  readonly isType: boolean;
}

/**
 * The types and globals that templates and emitters use literally: an import with such a name gets an alias.
 */
const WRITTEN_OUT: readonly string[] = [
  'Date',
  'Key',
  'NonNullable',
  'Object',
  'Omit',
  'Pick',
  'Promise',
  'Uint8Array',
];

/** The properties of an API type that its import needs. */
type ApiType = Pick<NamedType, 'name' | 'path' | 'exportedName'>;

/** The settings that decide how files are imported. */
interface ImportSettings {
  readonly apisPath: string;
  readonly importExtension: ImportExtension;
}

/**
 * The names of one generated file. Names of other modules are requested here, which adds the import and
 * returns the local name: the original name unless it is taken. Names from users and names of the runtime
 * therefore never conflict, regardless of their order.
 */
export class ImportSet {
  /** The path of the file, relative to `--out`. */
  readonly path: string;
  readonly #settings: ImportSettings;
  /** By module, then by the name in that module. */
  readonly #modules = new Map<string, Map<string, Import>>();
  readonly #taken: Set<string>;

  /** `declared` are the exported names of the file; imports must not use them. */
  constructor(settings: ImportSettings, path: string, declared: Iterable<string>) {
    this.#settings = settings;
    this.path = path;
    this.#taken = new Set([...WRITTEN_OUT, ...declared]);
  }

  /** Imports a type of a package and returns its name in the file. */
  libraryType(name: string): string {
    return this.#import(libraryModule(name), name, name, true);
  }

  /** Imports a value of a package and returns its name in the file. */
  libraryValue(name: string): string {
    return this.#import(libraryModule(name), name, name, false);
  }

  /** Imports a type of an API and returns its name in the file. */
  apiType({ name, path, exportedName = name }: ApiType): string {
    const module = this.#specifier(`${this.#settings.apisPath}/${path}`);
    return this.#import(module, exportedName, name, true);
  }

  /** Imports a type of another generated file and returns its name in the file. */
  type(name: string, file: string): string {
    return this.#import(this.#specifier(file), name, name, true);
  }

  /** Imports a value of another generated file and returns its local name: `wanted` if it is free. */
  value(name: string, file: string, wanted = name): string {
    return this.#import(this.#specifier(file), name, wanted, false);
  }

  /** An unused name for a local declaration of the file. */
  declare(wanted: string): string {
    let name = wanted;
    while (this.#taken.has(name)) name += '_';
    this.#taken.add(name);
    return name;
  }

  #import(module: string, name: string, wanted: string, isType: boolean): string {
    const names = this.#modules.get(module) ?? new Map<string, Import>();
    const known = names.get(name);
    const local = known?.local ?? this.declare(wanted);
    names.set(name, { local, isType: isType && (known?.isType ?? true) });
    this.#modules.set(module, names);
    return local;
  }

  /** The module specifier of another file. */
  #specifier(file: string): string {
    const path = file.replace(/(?:\.d)?\.([cm]?)tsx?$/, '.$1js');
    return relativePath(this.path, path).replace(/\.js$/, `.${this.#settings.importExtension}`);
  }

  /** The import statements: packages first, then files. */
  print(): string {
    const modules = [...this.#modules].sort(([a], [b]) => compareModules(a, b));
    return modules.map(([module, names]) => printImport(module, names)).join('\n');
  }
}

/** From one file to another: `../clientset.ts`. */
function relativePath(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1);
  const names = to.split('/');
  const apart = folders.findIndex((name, index) => name !== names[index]);
  const shared = apart < 0 ? folders.length : apart;
  const path = '../'.repeat(folders.length - shared) + names.slice(shared).join('/');
  return path.startsWith('../') ? path : `./${path}`;
}

function compareModules(a: string, b: string): number {
  const isFileA = a.startsWith('.');
  if (isFileA !== b.startsWith('.')) return isFileA ? 1 : -1;
  return compareText(a, b);
}

function printImport(module: string, names: ReadonlyMap<string, Import>): string {
  const isTypeOnly = [...names.values()].every(({ isType }) => isType);
  const items = [...names]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, { local, isType }]) => {
      const type = isType && !isTypeOnly ? 'type ' : '';
      return type + (local === name ? name : `${name} as ${local}`);
    })
    .join(', ');
  const keyword = isTypeOnly ? 'import type' : 'import';
  return `${keyword} { ${items} } from ${stringLiteral(module)};`;
}

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
