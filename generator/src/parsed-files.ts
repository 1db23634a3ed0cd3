import { boundedAt, orDiagnostic } from './diagnostics/beyond-bounds.js';
import type { DiagnosticList } from './diagnostics/diagnostic-list.js';
import { reported, type Reported, resultOf } from './diagnostics/reported.js';
import type { SourceFile } from './syntax/source.js';
import type { SyntaxProblem } from './syntax/syntax.js';

type Parse<T> = (
  path: string,
  text: string,
  options: { readonly isUnreadable?: boolean | undefined },
) => T;

/** The syntax of the files of a program; each text is parsed once. */
export class ParsedFiles<T extends { readonly problems: readonly SyntaxProblem[] }> {
  readonly #parse: Parse<T>;
  readonly #share: (later: T, earlier: T) => T;
  #known = new Map<string, ParsedFile<T>>();

  /** @param share returns a file with parts of its earlier version in place of equal ones */
  constructor(parse: Parse<T>, share: (later: T, earlier: T) => T = (later) => later) {
    this.#parse = parse;
    this.#share = share;
  }

  /** Reports syntax errors; omits files that exceed a limit. */
  parse(files: readonly SourceFile[], diagnostics: DiagnosticList): T[] {
    const before = this.#known;
    this.#known = new Map(
      files.map((file) => [file.path, this.#parsed(file, before.get(file.path))]),
    );
    return [...this.#known.values()].flatMap(({ parsed }) => resultOf(parsed, diagnostics) ?? []);
  }

  #parsed(file: SourceFile, earlier: ParsedFile<T> | undefined): ParsedFile<T> {
    const isSame =
      earlier?.file.text === file.text && earlier.file.isUnreadable === file.isUnreadable;
    if (earlier && isSame) return earlier;
    const parsed = reported((reports) => {
      const { path, text, isUnreadable } = file;
      const start = { file: path, line: 1, column: 1 };
      const syntax = orDiagnostic(reports, () =>
        boundedAt(start, () => this.#parse(path, text, { isUnreadable })),
      );
      for (const { position, message } of syntax?.problems ?? []) {
        reports.error('VMGEN1001', position, `syntax error: ${message}`);
      }
      const before = earlier?.parsed.value;
      return syntax && before ? this.#share(syntax, before) : syntax;
    });
    return { file, parsed };
  }
}

/** The result for a text; undefined for a file that exceeds a limit. */
interface ParsedFile<T> {
  readonly file: SourceFile;
  readonly parsed: Reported<T | undefined>;
}
