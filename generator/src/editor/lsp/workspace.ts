import { errorMessage } from '@vmgen/base/text';
import { basename, dirname, sep } from 'node:path';
import type {
  CodeAction,
  CompletionList,
  Diagnostic,
  Hover,
  MarkupContent,
  PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol';
import { REAL_DISK } from '../../disk/observed-disk.js';
import { readTextOf } from '../../disk/source-disk.js';
import type { EditorService } from '../editor-service.js';
import type { MarkerOption } from '../marker-language.js';
import { Answers, configDiagnostic, FIX_ALL, type ShownFile } from './answers.js';
import type { ClientSettings } from './client-settings.js';
import { type Change, DocumentText, type Position, type Range } from './document-text.js';
import { pathOf, uriOf } from './file-uri.js';
import { type OpenEditor, type OpenProject, Projects } from './projects.js';

/** What the workspace sends to the client. */
export interface Client {
  /** Resolves when the client can accept more. */
  readonly publish: (params: PublishDiagnosticsParams) => Promise<void>;
  readonly log: (severity: 'error' | 'warning' | 'info', message: string) => void;
}

/** A file that is open in the editor. */
interface OpenDocument extends ShownFile {
  readonly path: string;
  readonly version: number;
}

/** How long a compilation waits for further changes. */
const QUIET_MS = 5;
/** The server of TypeScript beside this one reports it too. */
const SYNTAX_ERROR = 'VMGEN1001';
const CONFIG = /^vmgen\.config\.[^.]+$/;
/** Files that decide where imports lead. */
const DECIDES_IMPORTS = /^(?:package|tsconfig.*)\.json$/;

/** The open documents and their projects. */
export class Workspace {
  readonly #client: Client;
  readonly #settings: ClientSettings;
  readonly #projects: Projects;
  readonly #answers: Answers;
  #folders: readonly string[];
  /** By path. */
  readonly #documents = new Map<string, OpenDocument>();
  /** The last published diagnostics as JSON, by URI. */
  readonly #published = new Map<string, string>();
  readonly #refused = new Set<string>();
  /** Of the last answer, by label: their documentation is sent on request. */
  #options: ReadonlyMap<string, MarkerOption> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #publishing: Promise<void> = Promise.resolve();

  constructor(client: Client, settings: ClientSettings, open: OpenEditor) {
    this.#client = client;
    this.#settings = settings;
    this.#folders = settings.folders;
    this.#answers = new Answers((path) => this.#fileAt(path), settings);
    this.#projects = new Projects(open);
  }

  /** Folders were opened or closed. */
  setFolders(added: readonly string[], removed: readonly string[]): void {
    const kept = this.#folders.filter((each) => !removed.includes(each));
    this.#folders = [...kept, ...added];
    this.#refused.clear();
    this.#publishSoon();
  }

  open(uri: string, version: number, text: string): void {
    const path = pathOf(uri);
    if (path === undefined) return;
    // Not each client reports new configs.
    this.#projects.searchAgain();
    this.#set({ uri, path, version, text: new DocumentText(text) });
    this.#forgetUnused();
  }

  change(uri: string, version: number, changes: readonly Change[]): void {
    const document = this.#documentOf(uri);
    if (document) this.#set({ ...document, version, text: document.text.changed(changes) });
    else if (pathOf(uri) !== undefined) {
      this.#client.log('warning', `${uri} was changed, but is not open`);
    }
  }

  close(uri: string): void {
    const document = this.#documentOf(uri);
    if (!document) return;
    this.#documents.delete(document.path);
    this.#fileChanged(document.path);
    this.#publishSoon();
  }

  /** Files were created, changed or removed by other programs, or saved. */
  filesChanged(uris: readonly string[]): void {
    for (const path of uris.flatMap((uri) => pathOf(uri) ?? [])) {
      this.#openAgain(path);
      if (!this.#documents.has(path)) this.#fileChanged(path);
    }
    this.#publishSoon();
  }

  completions(uri: string, position: Position): CompletionList | null {
    return this.#ask(uri, ({ path, text }, editor) => {
      const found = editor.completions(path, text.offsetOf(position));
      if (found === undefined) return null;
      this.#options = new Map(found.options.map((option) => [option.label, option]));
      return this.#answers.completions(found, text);
    });
  }

  /** The documentation of an item of the last completions. */
  documentationOf(label: string): MarkupContent | undefined {
    const option = this.#options.get(label);
    return option && this.#answers.documentation(option);
  }

  hover(uri: string, position: Position): Hover | null {
    return this.#ask(uri, ({ path, text }, editor) => {
      const found = editor.hover(path, text.offsetOf(position));
      return found ? this.#answers.hover(found, text) : null;
    });
  }

  /** @param only the kinds that are asked for, with those below them; defaults to quick fixes */
  codeActions(
    uri: string,
    { start, end }: Range,
    only: readonly string[] = ['quickfix'],
  ): CodeAction[] | null {
    const wants = (kind: string): boolean =>
      only.some((each) => each === kind || each === '' || kind.startsWith(`${each}.`));
    return this.#ask(uri, ({ path, text }, editor) => [
      ...(wants('quickfix')
        ? this.#answers.fixes(editor.fixes(path, text.offsetOf(start), text.offsetOf(end)))
        : []),
      ...(wants(FIX_ALL) ? this.#answers.fixAll(editor.allFixes(path)) : []),
    ]);
  }

  /** Ends all work. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#documents.clear();
  }

  #documentOf(uri: string): OpenDocument | undefined {
    const path = pathOf(uri);
    return path === undefined ? undefined : this.#documents.get(path);
  }

  #set(document: OpenDocument): void {
    this.#documents.set(document.path, document);
    this.#publishSoon();
  }

  /** The answer of an open document's project to a question; null without one. */
  #ask<T>(uri: string, question: (document: OpenDocument, editor: EditorService) => T): T | null {
    const document = this.#documentOf(uri);
    if (document === undefined) return null;
    const editor = this.#projectOf(document.path)?.editor;
    if (editor === undefined) return null;
    this.#updateTexts(editor);
    return question(document, editor);
  }

  #updateTexts(editor: EditorService): void {
    for (const { path, text } of this.#documents.values()) {
      if (editor.wants(path)) editor.update(path, text.text);
    }
  }

  /** The project of a file, if there is one that is to be served. */
  #projectOf(path: string): OpenProject | undefined {
    const config = this.#projects.configOf(path);
    if (config === undefined) return undefined;
    const { projects } = this.#settings;
    if (projects && !projects.includes(dirname(config))) return undefined;
    // Code of a config runs, so it must be in a folder that the user has opened.
    const isOpen = this.#folders.some((folder) => isBelow(folder, config));
    if (isOpen) return this.#projects.project(config);
    if (!this.#refused.has(config)) {
      this.#refused.add(config);
      const remedy = 'open its folder to see diagnostics';
      this.#client.log('warning', `${config} is outside of the open folders: ${remedy}`);
    }
    return undefined;
  }

  /** Forgets the projects that depend on a file: on each config of their folder, and on what their own imports. */
  #openAgain(path: string): void {
    const isConfig = CONFIG.test(basename(path));
    if (isConfig) this.#projects.searchAgain();
    for (const { config, files } of this.#projects.opened) {
      const isBeside = isConfig && dirname(config) === dirname(path);
      if (isBeside || files.includes(path)) this.#projects.close(config);
    }
  }

  #fileChanged(path: string): void {
    for (const { editor } of this.#projects.opened) {
      if (DECIDES_IMPORTS.test(basename(path))) editor?.reload();
      else editor?.readAgain(path);
    }
  }

  /** A project without open documents is kept until the next document is opened: the user may come back to it. */
  #forgetUnused(): void {
    const used = new Set([...this.#documents.keys()].map((path) => this.#projects.configOf(path)));
    for (const { config } of this.#projects.opened) {
      if (!used.has(config)) this.#projects.close(config);
    }
  }

  #publishSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#publishing = this.#publishing
        .then(() => {
          this.#timer = undefined;
          return this.#publishAll();
        })
        // The next change is published all the same.
        .catch((error: unknown) => this.#client.log('error', errorMessage(error)));
    }, QUIET_MS);
  }

  /** Publishes what differs from what the client has. A file without diagnostics any more has an empty list. */
  async #publishAll(): Promise<void> {
    const all = new Map<string, PublishDiagnosticsParams>();
    const used = new Set<OpenProject>();
    for (const document of this.#documents.values()) {
      const project = this.#projectOf(document.path);
      if (project) used.add(project);
      const params = project?.editor && this.#diagnosticsOf(document, project.editor);
      if (params) all.set(document.uri, params);
    }
    for (const project of used) {
      const diagnostics = this.#problemsOf(project);
      const uri = uriOf(project.config);
      if (diagnostics.length > 0) all.set(uri, { uri, diagnostics });
    }
    for (const uri of this.#published.keys()) {
      if (!all.has(uri)) await this.#publish({ uri, diagnostics: [] });
    }
    for (const params of all.values()) await this.#publish(params);
  }

  #diagnosticsOf(
    { uri, path, version }: OpenDocument,
    editor: EditorService,
  ): PublishDiagnosticsParams | undefined {
    try {
      this.#updateTexts(editor);
      const found = editor.diagnostics(path).filter(({ code }) => code !== SYNTAX_ERROR);
      const diagnostics = found.map((each) => this.#answers.diagnostic(each));
      return { uri, ...(this.#settings.acceptsVersions && { version }), diagnostics };
    } catch {
      // The project has the same problem, and shows it.
      return undefined;
    }
  }

  /** The diagnostics of a config: why it cannot be used, and what no file causes. */
  #problemsOf({ config, editor, problem }: OpenProject): Diagnostic[] {
    if (problem !== undefined) return [configDiagnostic(problem, config)];
    try {
      return editor.problems().map((each) => this.#answers.problem(each));
    } catch (error) {
      return [configDiagnostic(`vmgen cannot compile the project: ${errorMessage(error)}`, config)];
    }
  }

  #fileAt(path: string): ShownFile | undefined {
    const document = this.#documents.get(path);
    if (document) return document;
    const text = readTextOf(REAL_DISK, path);
    if (typeof text !== 'string') return undefined;
    return { uri: uriOf(path), text: new DocumentText(text), version: undefined };
  }

  async #publish(params: PublishDiagnosticsParams): Promise<void> {
    const { uri, diagnostics } = params;
    const sent = JSON.stringify(params);
    if (this.#published.get(uri) === sent) return;
    if (diagnostics.length === 0 && this.#documentOf(uri) === undefined)
      this.#published.delete(uri);
    else this.#published.set(uri, sent);
    await this.#client.publish(params);
  }
}

/** Whether a path is below a folder. */
const isBelow = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
