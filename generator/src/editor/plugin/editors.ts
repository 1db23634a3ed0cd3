import { dirname } from 'node:path';
import type ts from 'typescript';
import { openEditor } from '../../cli/open-editor.js';
import { possibleConfigs } from '../../config/find-config.js';
import { NearestConfigs } from '../../config/nearest-configs.js';
import type { EditorService } from '../editor-service.js';
import type { OpenProject } from '../lsp/projects.js';
import { FileStates } from './file-states.js';

/**
 * How often the files of a config are looked at. The watchers of tsserver are not used: one of a file that does not exist
 * misses what happens before its first look, which is not at once.
 */
const POLLING_MS = 500;

/** What the editors of a project of tsserver use of it. */
export type PluginInfo = Pick<
  ts.server.PluginCreateInfo,
  'config' | 'languageServiceHost' | 'project'
> & {
  readonly languageService: LayeredService;
};

/**
 * When tsserver loads a project again, it creates the services of all plugins again, around those that it has. The method
 * ends what an earlier one adds; services of other plugins in between pass it on.
 */
export type LayeredService = ts.LanguageService & { readonly endVmgen?: () => void };

/** The project of a config. */
interface OpenedConfig {
  readonly project: OpenProject;
  /** The versions of tsserver's texts that the editor has, by path. */
  readonly versions: Map<string, string>;
}

/**
 * The editors of a project of tsserver: one for each vmgen.config.* beside or above its files. They have the texts that
 * tsserver has, saved or not; other files are read from the disk.
 */
export class ProjectEditors {
  readonly #info: PluginInfo;
  readonly #configs = new NearestConfigs();
  /** By folder of the config. */
  readonly #opened = new Map<string, OpenedConfig>();
  readonly #scripts = new WeakMap<EditorService, Scripts>();
  /** By folder. They remain after the removal of its config, because it may be created again. */
  readonly #states = new Map<string, FileStates>();
  #polling: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(info: PluginInfo) {
    this.#info = info;
  }

  /** The editor of a file that vmgen reads, with the current texts; undefined for any other file. */
  editorOf(file: string): EditorService | undefined {
    const opened = this.#openedFor(file);
    const editor = opened?.project.editor;
    if (opened === undefined || editor?.wants(file) !== true) return undefined;
    this.#synchronize(editor, opened.versions, file);
    return editor;
  }

  /**
   * The editor of a file, if the line of a position concerns vmgen.
   *
   * @param concerns decides from the line without its break, and the column from 0: most lines need no editor
   */
  editorAt(
    file: string,
    position: number,
    concerns: (line: string, column: number) => boolean,
  ): EditorService | undefined {
    const script = this.#info.project.getScriptInfo(file);
    if (script === undefined) return undefined;
    const { line, offset } = script.positionToLineOffset(position);
    const { start, length } = script.lineToTextSpan(line - 1);
    const text = script.getSnapshot().getText(start, start + length);
    return concerns(text.replace(/[\r\n]+$/, ''), offset - 1) ? this.editorOf(file) : undefined;
  }

  /** Why there is no editor for a file of the default folder of APIs; undefined without a problem. */
  problemOf(file: string): string | undefined {
    const config = this.#configs.of(file);
    if (config === undefined || !file.startsWith(`${slashed(dirname(config))}/apis/`))
      return undefined;
    return this.#openedFor(file)?.project.problem;
  }

  /** No file has an editor any more. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#polling);
    this.#states.clear();
    this.#opened.clear();
  }

  log(text: string): void {
    this.#info.project.projectService.logger.info(`vmgen: ${text}`);
  }

  #openedFor(file: string): OpenedConfig | undefined {
    if (this.#isClosed) return undefined;
    const config = this.#configs.of(file);
    return config === undefined || this.#isServed(config) ? undefined : this.#open(config);
  }

  /** Whether a language server answers for the project of a config: the extension of VS Code configures it so. */
  #isServed(config: string): boolean {
    const settings: unknown = this.#info.config;
    if (typeof settings !== 'object' || settings === null || !('servedFolders' in settings)) {
      return false;
    }
    const { servedFolders } = settings;
    return Array.isArray(servedFolders) && servedFolders.includes(dirname(config));
  }

  #open(config: string): OpenedConfig {
    const folder = dirname(config);
    const opened = this.#opened.get(folder) ?? this.#load(folder, config);
    this.#opened.set(folder, opened);
    return opened;
  }

  #load(folder: string, config: string): OpenedConfig {
    // Two configs in a folder are a problem.
    const states = this.#states.get(folder) ?? new FileStates(possibleConfigs(folder));
    this.#states.set(folder, states);
    this.#polling ??= setInterval(() => this.#poll(), POLLING_MS).unref();
    let project = openEditor(config);
    // The states of all files are from before the read, so that no change is missed.
    if (states.add(project.files)) project = openEditor(config);
    this.log(project.problem ?? `reads the project of ${config}`);
    return { project, versions: new Map() };
  }

  /** After a change of a config, or of a file that it imports, the config is read again. */
  #poll(): void {
    const changed = [...this.#states].filter(([, states]) => states.look());
    if (changed.length === 0) return;
    for (const [folder] of changed) this.#opened.delete(folder);
    this.#configs.forget();
    this.#info.project.refreshDiagnostics();
  }

  /** Gives the editor each text that has changed since. */
  #synchronize(editor: EditorService, versions: Map<string, string>, asked: string): void {
    for (const [file, script] of this.#scriptsOf(editor, versions, asked)) {
      const version = script?.getLatestVersion();
      if (version === versions.get(file)) continue;
      if (script === undefined || version === undefined) {
        versions.delete(file);
        editor.readAgain(file);
        continue;
      }
      versions.set(file, version);
      const snapshot = script.getSnapshot();
      editor.update(file, snapshot.getText(0, snapshot.getLength()));
    }
  }

  /** The files that vmgen reads and that tsserver has or had; searched again after each change of the project. */
  #scriptsOf(
    editor: EditorService,
    versions: ReadonlyMap<string, string>,
    asked: string,
  ): Scripts['found'] {
    const { project } = this.#info;
    const service = project.projectService;
    const state = [project.getProjectVersion(), ...service.openFiles.keys()].join('\n');
    const known = this.#scripts.get(editor);
    if (known?.state === state && known.found.has(asked)) return known.found;
    const files = new Set([asked, ...versions.keys()]);
    for (const file of project.getScriptFileNames()) if (editor.wants(file)) files.add(file);
    // A new file is part of the project only once it is saved.
    for (const open of service.openFiles.keys()) {
      const file = service.getScriptInfoForPath(open)?.fileName;
      if (file !== undefined && editor.wants(file)) files.add(file);
    }
    const found = new Map([...files].map((file) => [file, service.getScriptInfo(file)]));
    this.#scripts.set(editor, { state, found });
    return found;
  }
}

/** The files of tsserver that vmgen reads, in one state of the project and of the open files. */
interface Scripts {
  readonly state: string;
  readonly found: ReadonlyMap<string, ts.server.ScriptInfo | undefined>;
}

/** As tsserver writes paths on every system. */
export const slashed = (path: string): string => path.replaceAll('\\', '/');
