import path from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { type Choice, planServers, type ServerPlan } from './plan-servers.js';
import { readProjectFolder } from './project-folder.js';

const CONFIGS = '**/vmgen.config.{js,mjs,cjs,ts,mts,json}';
const PLUGIN = '@vmgen/typescript-plugin';

/** What the TypeScript extension of VS Code exports. */
interface TypeScriptExtension {
  getAPI(version: 0):
    | {
        configurePlugin(
          plugin: string,
          configuration: { readonly servedFolders: readonly string[] },
        ): void;
      }
    | undefined;
}

/** A language server, and the folders of its projects. */
interface Running {
  readonly folders: readonly string[];
  readonly client: LanguageClient;
}

/** Starts the language servers of the workspace, and keeps them in accordance with its projects and settings. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const servers = new LanguageServers();
  const watcher = vscode.workspace.createFileSystemWatcher(CONFIGS, false, true, false);
  context.subscriptions.push(
    servers,
    watcher,
    watcher.onDidCreate(() => servers.update()),
    watcher.onDidDelete(() => servers.update()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => servers.update()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const isOurs = ['vmgen.server', 'typescript.experimental', 'js/ts.experimental'].some(
        (section) => event.affectsConfiguration(section),
      );
      return isOurs ? servers.update() : undefined;
    }),
    vscode.commands.registerCommand('vmgen.restart', () => servers.restart()),
  );
  await servers.update();
}

class LanguageServers implements vscode.Disposable {
  readonly #output = vscode.window.createOutputChannel('vmgen', { log: true });
  /** By the script of vmgen. */
  readonly #running = new Map<string, Running>();
  #changes: Promise<void> = Promise.resolve();
  #isDisposed = false;

  /** Starts and stops servers as the projects and settings require. */
  update(): Promise<void> {
    return this.#afterOthers(async () => this.#apply(await planOfWorkspace()));
  }

  /** Starts all servers again, also of another version of vmgen. */
  restart(): Promise<void> {
    return this.#afterOthers(async () => {
      await this.#stopAll();
      await this.#apply(await planOfWorkspace());
    });
  }

  /** VS Code waits for it. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#changes;
    await this.#stopAll();
    this.#output.dispose();
  }

  /** One change at a time; a failure is shown, and the next change is made all the same. */
  #afterOthers(change: () => Promise<void>): Promise<void> {
    this.#changes = this.#changes.then(change).catch((error: unknown) => {
      this.#output.error(error instanceof Error ? error : String(error));
    });
    return this.#changes;
  }

  async #apply({ servers, withoutVmgen }: ServerPlan): Promise<void> {
    if (this.#isDisposed) return;
    for (const folder of withoutVmgen) {
      this.#output.warn(
        `${folder}: vmgen is not installed; run npm install, then "vmgen: Restart the Language Servers"`,
      );
    }
    for (const [command, { folders }] of this.#running) {
      if (servers.get(command)?.join('\n') !== folders.join('\n')) await this.#stop(command);
    }
    // Before a server starts, so that no file has two of them.
    await this.#configurePlugin([...servers.values()].flat());
    for (const [command, folders] of servers) {
      if (!this.#running.has(command)) await this.#start(command, folders);
    }
  }

  async #configurePlugin(servedFolders: readonly string[]): Promise<void> {
    const extension = vscode.extensions.getExtension<TypeScriptExtension | undefined>(
      'vscode.typescript-language-features',
    );
    const api = (await extension?.activate())?.getAPI(0);
    api?.configurePlugin(PLUGIN, { servedFolders });
  }

  async #start(command: string, folders: readonly string[]): Promise<void> {
    const [cwd = path.dirname(command)] = folders;
    const client = new LanguageClient(
      'vmgen',
      'vmgen',
      { module: command, args: ['lsp'], transport: TransportKind.stdio, options: { cwd } },
      {
        documentSelector: ['typescript', 'typescriptreact'].map((language) => ({
          scheme: 'file',
          language,
        })),
        initializationOptions: {
          projects: folders.map((folder) => vscode.Uri.file(folder).toString()),
        },
        outputChannel: this.#output,
        diagnosticCollectionName: 'vmgen',
      },
    );
    this.#running.set(command, { folders, client });
    this.#output.info(`starting ${command} for ${folders.join(', ')}`);
    await client.start();
  }

  async #stop(command: string): Promise<void> {
    const server = this.#running.get(command);
    this.#running.delete(command);
    // A server that has ended by itself cannot be stopped.
    await server?.client.dispose().catch((error: unknown) => {
      this.#output.warn(`${command}: ${String(error)}`);
    });
  }

  async #stopAll(): Promise<void> {
    for (const command of [...this.#running.keys()]) await this.#stop(command);
  }
}

/** What the files and settings of the workspace require. */
async function planOfWorkspace(): Promise<ServerPlan> {
  const configs = await vscode.workspace.findFiles(CONFIGS, '**/node_modules/**');
  const folders = [...new Set(configs.map(({ fsPath }) => path.dirname(fsPath)))].sort();
  const settings = vscode.workspace.getConfiguration();
  const usesNative = ['typescript', 'js/ts'].some(
    (section) => settings.get(`${section}.experimental.useTsgo`) === true,
  );
  const choice = settings.get<Choice>('vmgen.server', 'auto');
  return planServers(folders.map(readProjectFolder), choice, usesNative);
}
