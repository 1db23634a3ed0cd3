import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Project } from '../project.js';
import { LineMap } from '../text/line-map.js';
import { join } from '../text/paths.js';

/** A compiled version of a project, by files. */
export class CompiledTexts {
  readonly project: Project;
  /** Absolute. */
  readonly paths: readonly string[];
  readonly #texts: ReadonlyMap<string, string>;
  readonly #diagnostics: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly #lines = new Map<string, LineMap>();

  /** @param root the folder of the APIs */
  constructor(project: Project, root: string) {
    this.project = project;
    const { files, code = [] } = project.sources;
    this.#texts = new Map([...files, ...code].map(({ path, text }) => [path, text]));
    this.paths = [...this.#texts.keys()].map((name) => join(root, name));
    const byFile = new Map<string, Diagnostic[]>();
    for (const diagnostic of project.diagnostics) {
      const name = diagnostic.position?.file;
      if (name === undefined) continue;
      const known = byFile.get(name);
      if (known) known.push(diagnostic);
      else byFile.set(name, [diagnostic]);
    }
    this.#diagnostics = byFile;
  }

  has(name: string): boolean {
    return this.#texts.has(name);
  }

  textOf(name: string): string | undefined {
    return this.#texts.get(name);
  }

  diagnosticsOf(name: string): readonly Diagnostic[] {
    return this.#diagnostics.get(name) ?? [];
  }

  /** The lines of a file, which may be one of a package. */
  linesOf(name: string): LineMap {
    const text = this.#texts.get(name) ?? this.project.sources.modules?.read(name) ?? '';
    const lines = this.#lines.get(name) ?? new LineMap(text);
    this.#lines.set(name, lines);
    return lines;
  }
}
