import { CompiledTexts } from './compiled-texts.js';
import type { Diagnostic, Edit, SourcePosition } from '../diagnostics/diagnostic.js';
import { readTextOf, type RawDisk } from '../disk/source-disk.js';
import { planFixes } from '../fix/plan-fixes.js';
import { isCodePath } from '../load/load-code.js';
import { isTypesPath } from '../load/load.js';
import { createProject, type Project, type ProjectOptions } from '../project.js';
import { locateDiagnostics } from '../syntax/locate-diagnostics.js';
import { parseModule } from '../syntax/parse-module.js';
import { LineMap } from '../text/line-map.js';
import { join, pathFrom, resolve } from '../text/paths.js';
import type {
  EditorCompletions,
  EditorDiagnostic,
  EditorEdit,
  EditorFix,
  EditorHover,
  EditorProblem,
  EditorRange,
} from './editor-data.js';
import { completeMarker, markerAt, type MarkerInfo } from './marker-language.js';
import { markerInfos } from './marker-infos.js';
import { placesAt } from './marker-place.js';
import { fenced } from './markdown.js';
import { hoverOfName } from './schema-hover.js';

/**
 * What an editor shows of a project: the diagnostics of the command line, and help for markers and fields. It compiles
 * when it is asked, and then only what has changed. Offsets count UTF-16 units from 0, in texts without a byte order mark.
 */
export interface EditorService {
  /** Whether vmgen reads a file, by its path: answers at once, and reads nothing. */
  wants(path: string): boolean;
  /** Gives a file another text. The file may be new; undefined removes it. */
  update(path: string, text: string | undefined): void;
  /**
   * Reads a file, or those of a folder, from the disk again: after it was closed, or after another program changed it.
   * Has no effect if vmgen does not read them.
   */
  readAgain(path: string): void;
  /** Reads everything from the disk again, except for files with another text: after a package has changed. */
  reload(): void;
  /** The diagnostics of a file, in its order. */
  diagnostics(path: string): readonly EditorDiagnostic[];
  /** The diagnostics that no file causes, such as for a folder that does not exist. */
  problems(): readonly EditorProblem[];
  /** The markers, arguments and values that may follow at an offset; undefined outside of markers. */
  completions(path: string, offset: number): EditorCompletions | undefined;
  /** The reference of the marker, or the schema of the field or type, at an offset. */
  hover(path: string, offset: number): EditorHover | undefined;
  /** The fixes of the diagnostics that overlap a part of a file. */
  fixes(path: string, start: number, end: number): readonly EditorFix[];
  /** The edits of all fixes in a file that can be made together. */
  allFixes(path: string): readonly EditorEdit[];
}

/** Creates the service of a project, which reads nothing until it is asked. */
export function createEditorService(options: ProjectOptions): EditorService {
  return new ProjectEditor(options);
}

class ProjectEditor implements EditorService {
  readonly #options: ProjectOptions;
  readonly #root: string;
  /** The texts that the disk does not have. */
  readonly #edits = new Map<string, string | undefined>();
  readonly #pending = new Map<string, string | undefined>();
  #project: Project | undefined;
  #compiled: CompiledTexts | undefined;
  /** The error of the last compilation. */
  #failure: { readonly error: unknown } | undefined;
  #markers: readonly MarkerInfo[] | undefined;

  constructor(options: ProjectOptions) {
    this.#options = options;
    this.#root = resolve(options.apis);
  }

  wants(path: string): boolean {
    const name = this.#nameOf(path);
    if (isTypesPath(name, this.#options.groups)) return true;
    return this.#compiled?.has(name) === true || this.#isCode(path);
  }

  update(path: string, text: string | undefined): void {
    const file = resolve(path);
    if (this.#edits.has(file) && this.#edits.get(file) === text) return;
    this.#edits.set(file, text);
    this.#pending.set(file, text);
  }

  readAgain(path: string): void {
    const file = resolve(path);
    if (this.#edits.has(file) || this.wants(file)) this.#readFile(file);
    else for (const each of this.#filesBelow(file)) this.#readFile(each);
  }

  reload(): void {
    this.#project = undefined;
    this.#compiled = undefined;
    this.#failure = undefined;
    this.#pending.clear();
  }

  diagnostics(path: string): readonly EditorDiagnostic[] {
    const compiled = this.#compile();
    return compiled.diagnosticsOf(this.#nameOf(path)).map((each) => this.#shown(each, compiled));
  }

  problems(): readonly EditorProblem[] {
    const { diagnostics } = this.#compile().project;
    return diagnostics.flatMap(({ severity, code, message, remedy = '', position }) =>
      position ? [] : [{ severity, code, message, remedy }],
    );
  }

  completions(path: string, offset: number): EditorCompletions | undefined {
    const line = this.#lineAt(path, offset);
    if (line === undefined || !/^\s*(?:\/\/|\/?\*)/.test(line.text)) return undefined;
    const isAllowed = this.#allowedAt(path, line);
    const found = completeMarker(line.text, offset - line.start, this.#allMarkers(), isAllowed);
    if (found === undefined) return undefined;
    return { start: line.start + found.from, end: offset, options: found.options };
  }

  hover(path: string, offset: number): EditorHover | undefined {
    const line = this.#lineAt(path, offset);
    if (line === undefined) return undefined;
    const found = markerAt(line.text, offset - line.start, this.#allMarkers());
    if (found) {
      const { marker, from, to } = found;
      const markdown = fenced(marker.description, 'text');
      return { start: line.start + from, end: line.start + to, title: `+${marker.name}`, markdown };
    }
    const column = offset - line.start + 1;
    const name = hoverOfName(
      { file: this.#nameOf(path), line: line.number, column },
      line.text,
      this.#compile().project,
    );
    if (name === undefined) return undefined;
    const { from, to, ...hover } = name;
    return { start: line.start + from - 1, end: line.start + to - 1, ...hover };
  }

  fixes(path: string, start: number, end: number): readonly EditorFix[] {
    const compiled = this.#compile();
    const { sources } = compiled.project;
    return compiled.diagnosticsOf(this.#nameOf(path)).flatMap((diagnostic) => {
      if (diagnostic.fix === undefined) return [];
      const shown = this.#shown(diagnostic, compiled);
      if (shown.start > end || shown.end < start) return [];
      const [{ edits = [] } = {}] = locateDiagnostics([diagnostic], sources);
      if (edits.length === 0) return [];
      return [
        { title: titleOf(shown), diagnostic: shown, edits: edits.map((edit) => editOf(edit)) },
      ];
    });
  }

  allFixes(path: string): readonly EditorEdit[] {
    const compiled = this.#compile();
    const { sources } = compiled.project;
    const own = compiled.diagnosticsOf(this.#nameOf(path));
    const located = locateDiagnostics(own, sources);
    const plans = planFixes(located).filter(({ file }) => resolve(file) === resolve(path));
    return plans.flatMap(({ edits }) => edits.map((edit) => editOf(edit)));
  }

  /** Compiles what has changed. After an error of the compiler itself, the next compilation begins with nothing. */
  #compile(): CompiledTexts {
    const known = this.#compiled;
    if (known && this.#pending.size === 0) return known;
    if (this.#failure && this.#pending.size === 0) throw this.#failure.error;
    const before = this.#project;
    const changes = before ? [...this.#pending] : [...this.#edits];
    this.reload();
    try {
      const project = before ?? createProject(this.#options);
      if (changes.length > 0) project.updateAll(changes);
      this.#project = project;
      return (this.#compiled = new CompiledTexts(project, this.#root));
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  #readFile(file: string): void {
    this.#edits.delete(file);
    const text = textOf(this.#options.disk, file);
    if (text === null) this.reload();
    else this.#pending.set(file, text);
  }

  /** The files of a folder that were read. Those that were not are read by the next compilation. */
  #filesBelow(folder: string): readonly string[] {
    const start = join(folder, '/');
    const compiled = this.#compiled?.paths ?? [];
    const pending = [...this.#pending.keys()];
    return [compiled, pending].flatMap((files) => files.filter((each) => each.startsWith(start)));
  }

  #nameOf(path: string): string {
    return pathFrom(this.#root, resolve(path));
  }

  #isCode(path: string): boolean {
    const { apis, paths = [], out = apis } = this.#options;
    return isCodePath(path, paths, [apis, out]);
  }

  #allMarkers(): readonly MarkerInfo[] {
    return (this.#markers ??= markerInfos());
  }

  /** The line of an offset; undefined if vmgen does not read the file. */
  #lineAt(path: string, offset: number): Line | undefined {
    const text = this.#textOf(path);
    if (text === undefined || offset < 0 || offset > text.length) return undefined;
    const lines = new LineMap(text);
    const { line: number } = lines.placeOf(offset);
    const start = lines.offsetOf({ line: number, column: 1 });
    return { number, start, text: lines.textOf(number) ?? '' };
  }

  #textOf(path: string): string | undefined {
    const file = resolve(path);
    return this.#edits.get(file) ?? this.#compile().textOf(this.#nameOf(path));
  }

  #allowedAt(path: string, { number }: Line): (marker: MarkerInfo) => boolean {
    const name = this.#nameOf(path);
    if (this.#isCode(path)) return ({ isOfCode }) => isOfCode;
    const places = placesAt(parseModule(name, this.#textOf(path) ?? ''), number);
    return (marker) => places?.some((place) => marker.places.includes(place)) ?? true;
  }

  #shown(diagnostic: Diagnostic, compiled: CompiledTexts): EditorDiagnostic {
    const { severity, code, message, position, related = [], fix } = diagnostic;
    const sources = { ...compiled.project.sources, root: this.#root };
    const [{ remedy = '' } = {}] = locateDiagnostics([{ ...diagnostic, fix: undefined }], sources);
    const range = this.#rangeOf(position, compiled);
    return {
      ...range,
      severity,
      code,
      message,
      remedy,
      isFixable: fix !== undefined,
      related: related.map(({ label, position: at }) => ({
        ...this.#rangeOf(at, compiled),
        message: label,
      })),
    };
  }

  #rangeOf(position: SourcePosition | undefined, compiled: CompiledTexts): EditorRange {
    const { file = '', line = 1, column = 1, endColumn } = position ?? {};
    const lines = compiled.linesOf(file);
    const rest = lines.textOf(line)?.slice(column - 1) ?? '';
    const start = lines.offsetOf({ line, column });
    const length = endColumn === undefined ? wordLength(rest) : endColumn - column;
    return { path: join(this.#root, file), start, end: start + Math.min(length, rest.length) };
  }
}

/** A line of a file. */
interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** The offset of its first unit. */
  readonly start: number;
  readonly text: string;
}

/** The text of a file on a disk; null if only a compilation reports the problem. */
function textOf(disk: RawDisk, file: string): string | undefined | null {
  try {
    const text = readTextOf(disk, file);
    return typeof text === 'object' ? null : text;
  } catch {
    return null;
  }
}

/** What a fix does, as a command. */
const titleOf = ({ code, remedy }: EditorDiagnostic): string =>
  remedy === '' ? `fix ${code}` : remedy.replace(/^did you mean (.*?)\?.*$/s, 'write $1');

const editOf = ({ position, offset, length, text }: Edit): EditorEdit => ({
  path: resolve(position.file),
  start: offset,
  end: offset + length,
  text,
});

/** The length of the word that a text begins with; at least 1. */
const wordLength = (text: string): number => /^\+?[\w$:./-]*/.exec(text)?.[0].length || 1;
