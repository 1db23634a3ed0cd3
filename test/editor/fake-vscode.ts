import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The module `vscode` of an extension, as far as the extension of vmgen and the language client use it. Every other name is
 * a class without behaviour.
 */
const MODULE = `class Part { constructor(...parts) { this.parts = parts; } }
module.exports = new Proxy({}, {
  get: (own, name) => name in own ? own[name] : (own[name] = class extends Part {}),
});
`;

interface Disposable {
  dispose(): void;
}

type Listener = (value: unknown) => unknown;

/** An event of VS Code, with a way to fire it. */
class FakeEvent {
  readonly #listeners = new Set<Listener>();

  readonly on = (listener: Listener, self?: object): Disposable => {
    const bound: Listener = (value) => listener.call(self, value);
    this.#listeners.add(bound);
    return { dispose: () => this.#listeners.delete(bound) };
  };

  /** Resolves when all listeners have. */
  async fire(value: unknown): Promise<void> {
    await Promise.all([...this.#listeners].map((listener) => listener(value)));
  }
}

class Uri {
  readonly scheme = 'file';
  readonly fsPath: string;

  constructor(fsPath: string) {
    this.fsPath = fsPath;
  }

  static readonly file = (file: string): Uri => new Uri(file);
  static readonly parse = (text: string): Uri =>
    new Uri(text.startsWith('file:') ? fileURLToPath(text) : text);

  get path(): string {
    return this.fsPath;
  }

  toString(): string {
    return pathToFileURL(this.fsPath).href;
  }
}

class EventEmitter {
  readonly #event = new FakeEvent();
  readonly event = this.#event.on;
  readonly fire = (value: unknown): void => void this.#event.fire(value);
  readonly dispose = (): void => undefined;
}

/** Nothing is cancelled here. */
class CancellationTokenSource {
  readonly token = {
    isCancellationRequested: false,
    onCancellationRequested: new FakeEvent().on,
  };
  readonly cancel = (): void => undefined;
  readonly dispose = (): void => undefined;
}

/** The kinds of code actions. */
class CodeActionKind {
  static readonly Empty = new CodeActionKind('');
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }

  append(part: string): CodeActionKind {
    return new CodeActionKind(this.value === '' ? part : `${this.value}.${part}`);
  }
}

/** A document of the editor. */
interface Document {
  readonly uri: Uri;
  readonly languageId: string;
  readonly version: number;
  readonly isUntitled: boolean;
  getText(): string;
}

/** VS Code with a folder, without its windows. */
export class VsCode {
  readonly settings = new Map<string, unknown>();
  /** The configurations of the plugin of TypeScript's server. */
  readonly pluginSettings: unknown[] = [];
  /** The diagnostics of all collections: their messages, by path. */
  readonly diagnostics = new Map<string, readonly string[]>();
  /** The lines of the output. */
  readonly output: string[] = [];
  readonly subscriptions: { dispose(): unknown }[] = [];
  readonly onDidChangeConfiguration = new FakeEvent();
  readonly onDidCreate = new FakeEvent();
  readonly #onDidOpen = new FakeEvent();
  readonly #folder: string;
  readonly #documents: Document[] = [];
  readonly #commands = new Map<string, () => Promise<void>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens a file of TypeScript. */
  async open(file: string, text: string): Promise<void> {
    const document: Document = {
      uri: new Uri(file),
      languageId: 'typescript',
      version: 1,
      isUntitled: false,
      getText: () => text,
    };
    this.#documents.push(document);
    await this.#onDidOpen.fire(document);
  }

  /** Runs a command that the extension has registered. */
  async run(command: string): Promise<void> {
    await this.#commands.get(command)?.();
  }

  /** Changes a setting. */
  async set(key: string, value: unknown): Promise<void> {
    this.settings.set(key, value);
    await this.onDidChangeConfiguration.fire({
      affectsConfiguration: (section: string) => key.startsWith(section),
    });
  }

  /** Loads the extension of a folder, beside which the module is written, and activates it. */
  async activate(extension: string): Promise<void> {
    const place = path.join(path.dirname(extension), 'node_modules/vscode');
    await mkdir(place, { recursive: true });
    await writeFile(path.join(place, 'index.js'), MODULE);
    const require = createRequire(path.join(extension, 'package.json'));
    Object.assign(require('vscode') as object, this.#api());
    const { main } = require('./package.json') as { readonly main: string };
    const { activate } = require(main) as { readonly activate: (context: object) => Promise<void> };
    await activate({ subscriptions: this.subscriptions });
  }

  /** Ends the extension as VS Code does. */
  async deactivate(): Promise<void> {
    for (const each of this.subscriptions) await each.dispose();
  }

  #api(): object {
    return {
      Uri,
      EventEmitter,
      CancellationTokenSource,
      CodeActionKind,
      version: '1.101.0',
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      Disposable: {
        from: (...parts: Disposable[]) => ({
          dispose: () => parts.forEach((each) => each.dispose()),
        }),
      },
      env: { language: 'en', appName: 'Visual Studio Code', createTelemetryLogger: () => ({}) },
      workspace: this.#workspace(),
      window: this.#window(),
      languages: this.#languages(),
      extensions: {
        getExtension: () => ({
          activate: async () => ({
            getAPI: () => ({
              configurePlugin: (name: string, settings: object) =>
                void this.pluginSettings.push({ name, ...settings }),
            }),
          }),
        }),
        onDidChange: new FakeEvent().on,
      },
      commands: {
        registerCommand: (name: string, run: () => Promise<void>) => {
          this.#commands.set(name, run);
          return { dispose: () => this.#commands.delete(name) };
        },
      },
    };
  }

  #workspace(): object {
    const event = new FakeEvent().on;
    const folder = { uri: new Uri(this.#folder), name: 'folder', index: 0 };
    const names = [
      'onDidChangeTextDocument onDidCloseTextDocument onDidSaveTextDocument onWillSaveTextDocument',
      'onDidChangeWorkspaceFolders onDidCreateFiles onDidRenameFiles onDidDeleteFiles onWillCreateFiles',
      'onWillRenameFiles onWillDeleteFiles onDidOpenNotebookDocument onDidCloseNotebookDocument',
      'onDidChangeNotebookDocument onDidSaveNotebookDocument',
    ].flatMap((line) => line.split(' '));
    return {
      ...Object.fromEntries(names.map((name) => [name, event])),
      workspaceFolders: [folder],
      textDocuments: this.#documents,
      notebookDocuments: [],
      onDidOpenTextDocument: this.#onDidOpen.on,
      onDidChangeConfiguration: this.onDidChangeConfiguration.on,
      getWorkspaceFolder: () => folder,
      findFiles: () => this.#findConfigs(),
      getConfiguration: (section?: string) => ({
        get: (key: string, fallback?: unknown) =>
          this.settings.get(section === undefined ? key : `${section}.${key}`) ?? fallback,
      }),
      createFileSystemWatcher: () => ({
        onDidCreate: this.onDidCreate.on,
        onDidChange: event,
        onDidDelete: event,
        dispose: () => undefined,
      }),
    };
  }

  async #findConfigs(): Promise<Uri[]> {
    const all = await readdir(this.#folder, { recursive: true });
    return all
      .filter((file) => /(^|\/)vmgen\.config\.\w+$/.test(file) && !file.includes('node_modules'))
      .map((file) => new Uri(path.join(this.#folder, file)));
  }

  #window(): object {
    const event = new FakeEvent().on;
    const print = (line: unknown): void => void this.output.push(String(line));
    return {
      activeTextEditor: undefined,
      visibleTextEditors: [],
      tabGroups: { all: [], onDidChangeTabs: event, onDidChangeTabGroups: event },
      onDidChangeActiveTextEditor: event,
      onDidChangeVisibleTextEditors: event,
      createOutputChannel: () => ({
        ...Object.fromEntries(
          ['info', 'warn', 'error', 'debug', 'trace', 'append', 'appendLine'].map((name) => [
            name,
            print,
          ]),
        ),
        onDidChangeLogLevel: event,
        dispose: () => undefined,
        show: () => undefined,
      }),
      showErrorMessage: async (message: string) => print(message),
      showInformationMessage: async (message: string) => print(message),
      showWarningMessage: async (message: string) => print(message),
    };
  }

  #languages(): object {
    return {
      ...Object.fromEntries(
        ['Completion', 'Hover', 'CodeActions'].map((name) => [
          `register${name}${name === 'Completion' ? 'Item' : ''}Provider`,
          () => ({ dispose: () => undefined }),
        ]),
      ),
      match: (selector: readonly { readonly language: string }[], { languageId }: Document) =>
        selector.some(({ language }) => language === languageId) ? 10 : 0,
      createDiagnosticCollection: () => ({
        set: (
          uri: Uri,
          all: readonly { readonly message?: string; readonly parts?: readonly unknown[] }[] = [],
        ) =>
          void this.diagnostics.set(
            uri.fsPath,
            all.map((each) => String(each.message ?? each.parts?.[1])),
          ),
        delete: (uri: Uri) => void this.diagnostics.delete(uri.fsPath),
        clear: () => this.diagnostics.clear(),
        dispose: () => this.diagnostics.clear(),
      }),
    };
  }
}
