import { RUNTIME_MODULE } from '../sources/runtime-types.js';
import { BREAKS, fit } from '../render/layout.js';
import { stringLiteral } from '../render/escape.js';
import type { ImportExtension } from '../settings/import-extension.js';

interface Import {
  readonly local: string;
  readonly isType: boolean;
}

/** The types and globals that templates and emitters write out: an import of such a name gets another one. */
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

/**
 * The names of one generated file. What is printed of another module is asked for here: that adds the
 * import, and tells the name that it has in the file, which is its own one unless that is taken. So
 * names that users chose and names of the runtime cannot meet, in whatever order they come.
 */
export class ImportSet {
  /** By module, then by the name in that module. */
  readonly #modules = new Map<string, Map<string, Import>>();
  readonly #taken: Set<string>;

  /** `declared` are the names that the file itself exports: nothing else may have them. */
  constructor(declared: Iterable<string>) {
    this.#taken = new Set([...WRITTEN_OUT, ...declared]);
  }

  /** Imports a type and returns its name in the file. */
  type(name: string, module = RUNTIME_MODULE): string {
    return this.#import(module, name, name, true);
  }

  /** Imports a value and returns its name in the file, `wanted` where that is free. */
  value(name: string, module = RUNTIME_MODULE, wanted = name): string {
    return this.#import(module, name, wanted, false);
  }

  /** A free name for something that the file has for itself. */
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

  /** The import statements: packages first, then files. */
  print(extension: ImportExtension): string {
    const modules = [...this.#modules].sort(([a], [b]) => compareModules(a, b));
    return modules
      .map(([module, names]) => printImport(withExtension(module, extension), names))
      .join('\n');
  }
}

function withExtension(module: string, extension: ImportExtension): string {
  return module.startsWith('.') ? module.replace(/\.js$/, `.${extension}`) : module;
}

function compareModules(a: string, b: string): number {
  const isFileA = a.startsWith('.');
  if (isFileA !== b.startsWith('.')) return isFileA ? 1 : -1;
  return a < b ? -1 : Number(a > b);
}

function printImport(module: string, names: ReadonlyMap<string, Import>): string {
  const isTypeOnly = [...names.values()].every(({ isType }) => isType);
  const items = [...names]
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, { local, isType }]) => {
      const type = isType && !isTypeOnly ? 'type ' : '';
      return type + (local === name ? name : `${name} as ${local}`);
    })
    .join(`,${BREAKS.line}`);
  const keyword = isTypeOnly ? 'import type' : 'import';
  const { line, comma, closeLine } = BREAKS;
  return fit(`${keyword} {${line}${items}${comma}${closeLine}} from ${stringLiteral(module)};`);
}
