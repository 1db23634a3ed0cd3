import { CompiledTexts } from './compiled-texts.js';
import type { Diagnostic, Edit, Fix, SourcePosition } from '../diagnostics/diagnostic.js';
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
import { completeMarker, markerAt, type MarkerInfo, valuesOf } from './marker-language.js';
import { markerInfos } from './marker-infos.js';
import { placesAt } from './marker-place.js';
import { fenced } from './markdown.js';
import { hoverOfName } from './schema-hover.js';
import { schemaValues } from './schema-values.js';

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
  /** The diagnostics of a file, in its order, without that of the unfinished name of a marker on the line of the last update. */
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
  /** Where the last update of a text ended. */
  #typed: { readonly file: string; readonly offset: number } | undefined;

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
    const before = this.#edits.get(file) ?? this.#compiled?.textOf(this.#nameOf(file));
    if (before !== undefined && text !== undefined && before !== text) {
      this.#typed = { file, offset: endOfChange(before, text) };
    }
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
    return this.#foundIn(path, compiled).map((each) => this.#shown(each, compiled));
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
    const place = { file: this.#nameOf(path), line: line.number };
    const before = line.text.slice(0, offset - line.start);
    const options =
      found.options.length > 0
        ? found.options
        : valuesOf({ values: schemaValues(before, place, this.#compile().project.crds), help: '' });
    return { start: line.start + found.from, end: offset, options };
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
    return this.#foundIn(path, compiled).flatMap((diagnostic) => {
      const { fix, choices = [] } = diagnostic;
      const possible = fix ? [fix] : choices;
      if (possible.length === 0) return [];
      const shown = this.#shown(diagnostic, compiled);
      if (shown.start > end || shown.end < start) return [];
      return possible.flatMap((each) => {
        const [{ edits = [] } = {}] = locateDiagnostics([{ ...diagnostic, fix: each }], sources);
        if (edits.length === 0) return [];
        const title = titleOf(shown, each);
        return [{ title, diagnostic: shown, edits: edits.map((edit) => editOf(edit)) }];
      });
    });
  }

  allFixes(path: string): readonly EditorEdit[] {
    const compiled = this.#compile();
    const { sources } = compiled.project;
    const located = locateDiagnostics(this.#foundIn(path, compiled), sources);
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
    this.#typed = undefined;
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

  /** The diagnostics of a file but for that of a name that is still typed, which completion knows. */
  #foundIn(path: string, compiled: CompiledTexts): readonly Diagnostic[] {
    const name = this.#nameOf(path);
    const found = compiled.diagnosticsOf(name);
    if (this.#typed?.file !== resolve(path)) return found;
    const lines = compiled.linesOf(name);
    const { line } = lines.placeOf(this.#typed.offset);
    return found.filter(({ code, position }) => {
      if (code !== UNKNOWN_MARKER || position?.line !== line) return true;
      const [typed = ''] = /^\S*/.exec(lines.textOf(line)?.slice(position.column) ?? '') ?? [];
      return !this.#allMarkers().some((marker) => marker.name.startsWith(typed));
    });
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

/** Where the part of a text ends that is not in the text before. */
function endOfChange(before: string, text: string): number {
  const most = Math.min(before.length, text.length);
  let length = 0;
  while (length < most && before.at(-1 - length) === text.at(-1 - length)) length++;
  return text.length - length;
}

/** A name that no marker has. */
const UNKNOWN_MARKER = 'VMGEN3001';

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
function titleOf({ code, remedy, isFixable }: EditorDiagnostic, fix: Fix): string {
  // The remedy names all choices, or describes the whole marker.
  const isGeneral = !isFixable || /^(?:the|for the) syntax/.test(remedy);
  if (isGeneral && 'old' in fix) return `replace ${fix.old} by ${fix.text}`;
  return remedy === '' ? `fix ${code}` : remedy.replace(/^did you mean (.*?)\?.*$/s, 'write $1');
}

const editOf = ({ position, offset, length, text }: Edit): EditorEdit => ({
  path: resolve(position.file),
  start: offset,
  end: offset + length,
  text,
});

/** The length of the word that a text begins with; at least 1. */
const wordLength = (text: string): number => /^\+?[\w$:./-]*/.exec(text)?.[0].length || 1;
