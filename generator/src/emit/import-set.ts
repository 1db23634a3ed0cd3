import { BREAKS, fit } from '../render/layout.js';
import { stringLiteral } from '../render/escape.js';

interface Import {
  readonly local: string;
  readonly isType: boolean;
}

/** The imports of one generated file, with local names that never collide. */
export class ImportSet {
  /** By module, then by the name in that module. */
  readonly #modules = new Map<string, Map<string, Import>>();
  readonly #taken: Set<string>;

  /** `declared` are the names that the file itself declares. */
  constructor(declared: Iterable<string> = []) {
    this.#taken = new Set(declared);
  }

  /** Imports names under their own names; the templates rely on them. */
  types(module: string, ...names: string[]): this {
    for (const name of names) this.#add(module, name, name, true);
    return this;
  }

  values(module: string, ...names: string[]): this {
    for (const name of names) this.#add(module, name, name, false);
    return this;
  }

  /** Imports a value under a name that tells it from others of the same name. */
  renamed(module: string, name: string, local: string): this {
    this.#add(module, name, local, false);
    return this;
  }

  /** Imports a name that users chose, under another one where it is taken; returns the local name. */
  local(module: string, name: string, kind: 'type' | 'value'): string {
    const known = this.#modules.get(module)?.get(name);
    if (known) return known.local;
    let local = name;
    for (let count = 1; this.#taken.has(local); count++) local = `${name}${'_'.repeat(count)}`;
    this.#add(module, name, local, kind === 'type');
    return local;
  }

  #add(module: string, name: string, local: string, isType: boolean): void {
    const names = this.#modules.get(module) ?? new Map<string, Import>();
    const known = names.get(name);
    names.set(name, { local, isType: isType && (known?.isType ?? true) });
    this.#modules.set(module, names);
    this.#taken.add(local);
  }

  /** The import statements: packages first, then files. */
  print(): string {
    const modules = [...this.#modules].sort(([a], [b]) => compareModules(a, b));
    return modules.map(([module, names]) => printImport(module, names)).join('\n');
  }
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
