import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { DiagnosticList } from '../../diagnostics/diagnostic-list.js';
import { parseModule } from '../../frontend/parse-module.js';
import type { ModuleSyntax } from '../../frontend/syntax.js';
import { lazyTypeOracle, type TypeOracle } from '../../frontend/type-oracle.js';
import { createMarkerRegistry } from '../../markers/registry.js';
import { TypeBuilder } from '../../types/build-types.js';
import { ModuleFinder } from '../../types/module-finder.js';
import { ModuleSet } from '../../types/module-set.js';
import { refuseAugmentations } from '../../types/refuse-augmentations.js';
import { moduleScope } from '../../types/scope.js';
import { checkerShape } from './checker-shape.js';
import { modelShape } from './model-shape.js';
import { Random } from '../random.js';
import { randomPool } from './random-pool.js';
import { NoShape, type Shape } from './shape.js';
import { typescript } from '../typescript.js';

/** An expression of which vmgen says something else than TypeScript's checker. */
interface Difference {
  readonly seed: number;
  readonly expression: string;
  readonly ours: Shape;
  readonly theirs: Shape;
}

const TYPES = 'fuzz/v1/types.ts';
const RUNTIME = 'node_modules/@vmgen/runtime/index.d.ts';

/**
 * Asks vmgen and TypeScript's own checker what random type expressions are. Nothing of vmgen takes
 * part in the checker's answers.
 */
export class TypeFuzz {
  readonly #libs = new Map<string, ts.SourceFile>();
  readonly #oracle: TypeOracle = lazyTypeOracle();

  /** Compares `count` random expressions over one random pool of declarations. */
  batch(
    seed: number,
    count: number,
    totals: FuzzTotals,
    depths: readonly number[] = [1, 1, 1, 2, 2, 3],
  ): void {
    const random = new Random(seed);
    const pool = randomPool(random);
    const expressions = Array.from({ length: count }, () =>
      pool.writer.write('any', random.pick(depths)),
    );
    const aliases = expressions.map((text, index) => `export type X${index} = ${text};`);
    const sources = new Map([...pool.files, [TYPES, [pool.imports, ...aliases].join('\n')]]);
    const theirs = this.#theirShapes(sources, count);
    const ours = this.#ourShapes(sources, theirs);
    for (const [index, expression] of expressions.entries()) {
      totals.add({ seed, expression }, ours[index], theirs[index]);
    }
  }

  /** TypeScript's answers; undefined where it has an error or the type is no data. */
  #theirShapes(sources: ReadonlyMap<string, string>, count: number): (Shape | undefined)[] {
    const program = this.#program(sources);
    const checker = program.getTypeChecker();
    // Behind a syntax error vmgen reads nothing.
    for (const { file, start, messageText } of program.getSyntacticDiagnostics()) {
      const place = file.text.slice(start, start + 80);
      throw new Error(`${typescript.flattenDiagnosticMessageText(messageText, ' ')}: ${place}`);
    }
    const file = program.getSourceFile(`/${TYPES}`);
    const wrong = new Set<ts.Node>();
    const aliases = new Map<string, ts.TypeAliasDeclaration>();
    for (const statement of file?.statements ?? []) {
      if (typescript.isTypeAliasDeclaration(statement)) aliases.set(statement.name.text, statement);
    }
    const problems = program.getSemanticDiagnostics(file);
    for (const { start = 0 } of problems) {
      const at = [...aliases.values()].find((each) => each.pos <= start && start < each.end);
      if (at) wrong.add(at);
    }
    return Array.from({ length: count }, (_, index) => {
      const alias = aliases.get(`X${index}`);
      if (!alias || wrong.has(alias)) return undefined;
      return orNothing(() => checkerShape(checker.getTypeAtLocation(alias.name), checker));
    });
  }

  #program(sources: ReadonlyMap<string, string>): ts.Program {
    const files = new Map([...sources].map(([path, text]) => [`/${path}`, text]));
    files.set(`/${RUNTIME}`, runtimeTypes());
    const base = typescript.createCompilerHost(OPTIONS);
    return typescript.createProgram(
      [...sources.keys()].map((path) => `/${path}`),
      OPTIONS,
      {
        ...base,
        fileExists: (path) => files.has(path),
        readFile: (path) => files.get(path),
        getSourceFile: (path, version) => {
          const text = files.get(path);
          if (text !== undefined) return typescript.createSourceFile(path, text, version);
          const lib = this.#libs.get(path) ?? base.getSourceFile(path, version);
          if (lib) this.#libs.set(path, lib);
          return lib;
        },
        getCurrentDirectory: () => '/',
        resolveModuleNameLiterals: (literals, containing) =>
          literals.map(({ text }) => {
            const path = text.startsWith('.')
              ? join(dirname(containing), text.replace(/\.js$/, '.ts'))
              : `/${RUNTIME}`;
            return {
              resolvedModule: { resolvedFileName: path, extension: typescript.Extension.Ts },
            };
          }),
      },
    );
  }

  /** vmgen's answers to what TypeScript has one for. */
  #ourShapes(
    sources: ReadonlyMap<string, string>,
    theirs: readonly (Shape | undefined)[],
  ): (Ours | undefined)[] {
    const modules = [...sources].map(([path, text]) => parseModule(path, text));
    const module = modules.find(({ path }) => path === TYPES);
    return theirs.map((shape, index) =>
      shape === undefined || !module
        ? undefined
        : ourShape(`X${index}`, module, modules, this.#oracle),
    );
  }
}

const REGISTRY = createMarkerRegistry();

type Ours = { readonly shape: Shape } | { readonly refusal: string };

function ourShape(
  name: string,
  module: ModuleSyntax,
  modules: readonly ModuleSyntax[],
  oracle: TypeOracle,
): Ours {
  const diagnostics = new DiagnosticList();
  const finder = new ModuleFinder(modules, undefined, () => undefined);
  const set = new ModuleSet((specifier, from, asked) => finder.find(specifier, from, asked));
  const builder = new TypeBuilder({
    modules: set,
    registry: REGISTRY,
    diagnostics,
    oracle,
    annotationOf: () => ({ doc: '', markers: [], packageMarkers: [], refused: [] }),
    presenceDefault: () => undefined,
  });
  const position = { file: TYPES, line: 1, column: 1 };
  const syntax = { kind: 'reference', name, typeArguments: [], position } as const;
  const shape = orNothing(() => modelShape(builder.resolve(syntax, moduleScope(module)), builder));
  refuseAugmentations(modules, set, builder.types, diagnostics);
  const [error] = diagnostics.sorted().filter(({ severity }) => severity === 'error');
  if (error) return { refusal: error.code };
  // A type without a shape and without a diagnostic would be wrong in silence.
  return { shape: shape ?? 'no shape and no diagnostic' };
}

function orNothing(make: () => Shape): Shape | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoShape) return undefined;
    throw error;
  }
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  module: typescript.ModuleKind.NodeNext,
  target: typescript.ScriptTarget.ES2023,
  lib: ['lib.es5.d.ts'],
  types: [],
  noEmit: true,
};

/** The types of the runtime as its users' TypeScript reads them. */
function runtimeTypes(): string {
  const index = createRequire(import.meta.url).resolve('@vmgen/runtime');
  return readFileSync(join(dirname(index), '..', 'meta', 'types.d.ts'), 'utf8');
}

/** The sum of many batches. */
export class FuzzTotals {
  agreed = 0;
  /** Expressions that vmgen rejects with a diagnostic. */
  refused = 0;
  /** Expressions with an error for TypeScript, or that are no data. */
  notComparable = 0;
  readonly differences: Difference[] = [];
  readonly #refusals = new Map<string, number>();

  add(
    expression: Pick<Difference, 'seed' | 'expression'>,
    ours: Ours | undefined,
    theirs: Shape | undefined,
  ): void {
    if (ours === undefined || theirs === undefined) this.notComparable++;
    else if ('refusal' in ours) {
      this.refused++;
      this.#refusals.set(ours.refusal, (this.#refusals.get(ours.refusal) ?? 0) + 1);
    } else if (ours.shape === theirs) this.agreed++;
    else this.differences.push({ ...expression, ours: ours.shape, theirs });
  }

  /** Expressions for which both sides returned a shape. */
  get compared(): number {
    return this.agreed + this.differences.length;
  }

  /** What was compared, as a human-readable line. */
  get summary(): string {
    const { compared, agreed, refused, notComparable, differences } = this;
    return `${compared} type expressions compared with TypeScript's checker: ${agreed} agreed, ${differences.length} wrong; ${refused} refused by vmgen, ${notComparable} not comparable`;
  }

  /** How often each diagnostic was the reason of a refusal, the most frequent first. */
  get refusals(): string {
    return [...this.#refusals]
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .map(([code, count]) => `${code} ${count}`)
      .join(', ');
  }
}

/** A difference with what it takes to see it again. */
export function describeDifference({ seed, expression, ours, theirs }: Difference): string {
  return `seed ${seed}: ${expression}\n  vmgen      ${ours}\n  TypeScript ${theirs}`;
}
