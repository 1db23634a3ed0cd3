import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { editorProject, SITE_TYPES } from '../support/editor-project.js';
import { endsAfterTests } from '../support/ends-after.js';
import { inRepository } from '../support/repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { TsServer } from '../support/ts-server.js';
import { waitFor } from '../support/wait-for.js';
import { MISSPELT, writeSites } from './sites.js';
import { VsCode } from './fake-vscode.js';

const run = promisify(execFile);
const endAfter = endsAfterTests();
let unpacked = '';
let archives: Buffer[] = [];

before(async () => {
  const folder = await temporaryFolder('vscode');
  endAfter(async () => folder[Symbol.asyncDispose]());
  const files = ['one', 'two'].map((name) => path.join(folder.path, `${name}.vsix`));
  for (const file of files) {
    await run(process.execPath, [inRepository('hack/pack-vscode.mjs'), file]);
  }
  archives = await Promise.all(files.map((file) => readFile(file)));
  unpacked = path.join(folder.path, 'unpacked');
  await run('python3', ['-m', 'zipfile', '-e', files[0] ?? '', unpacked]);
});

/** A project with a TypeScript of a version, and the vmgen of this repository. */
async function projectWith(typeScript: string) {
  const folder = await temporaryFolder('vscode');
  const types = await writeSites(folder.path);
  const modules = path.join(folder.path, 'node_modules');
  await mkdir(path.join(modules, 'typescript'), { recursive: true });
  const manifest = JSON.stringify({ name: 'typescript', version: typeScript });
  await writeFile(path.join(modules, 'typescript/package.json'), manifest);
  await symlink(inRepository('generator'), path.join(modules, 'vmgen'));
  return { folder: folder.path, types, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

/** VS Code with a project, and the packed extension in it. */
async function editorWith(folder: string) {
  const editor = new VsCode(folder);
  await editor.activate(path.join(unpacked, 'extension'));
  return { editor, [Symbol.asyncDispose]: () => editor.deactivate() };
}

async function messagesOf(editor: VsCode, file: string) {
  try {
    return await waitFor('diagnostics', 30_000, () => editor.diagnostics.get(file));
  } catch (error) {
    throw new Error(editor.output.join('\n'), { cause: error });
  }
}

describe('the packed extension of VS Code', () => {
  test('has the same bytes each time', () => {
    const [one, two] = archives;
    assert.ok(one && two);
    assert.ok(one.equals(two));
    assert.ok(one.length < 200_000);
  });

  test('has a manifest whose files exist, and runs nothing in an untrusted workspace', async () => {
    const text = await readFile(path.join(unpacked, 'extension/package.json'), 'utf8');
    const manifest = JSON.parse(text) as {
      readonly main: string;
      readonly capabilities: Record<string, { readonly supported: boolean }>;
      readonly contributes: {
        readonly typescriptServerPlugins: readonly { readonly name: string }[];
      };
    };
    assert.equal(manifest.capabilities['untrustedWorkspaces']?.supported, false);
    await readFile(path.join(unpacked, 'extension', manifest.main));
    for (const { name } of manifest.contributes.typescriptServerPlugins) {
      const plugin = path.join(unpacked, 'extension/node_modules', name, 'package.json');
      assert.equal((JSON.parse(await readFile(plugin, 'utf8')) as { name: string }).name, name);
    }
    const xml = await readFile(path.join(unpacked, 'extension.vsixmanifest'), 'utf8');
    const assets = [...xml.matchAll(/ Path="([^"]*)"/g)].map(([, file = '']) => file);
    assert.equal(assets.length, 3);
    for (const file of assets) await readFile(path.join(unpacked, file));
  });

  test('starts the server of a project with TypeScript 7, whose files the plugin leaves alone', async () => {
    await using project = await projectWith('7.0.2');
    await using started = await editorWith(project.folder);
    const { editor } = started;
    assert.deepEqual(editor.pluginSettings, [
      { name: '@vmgen/typescript-plugin', servedFolders: [project.folder] },
    ]);
    await editor.open(project.types, MISSPELT);
    const [message, ...others] = await messagesOf(editor, project.types);
    assert.match(message ?? '', /Int23/);
    assert.deepEqual(others, []);
  });

  test('leaves a project with TypeScript 6 to the plugin, until the setting says otherwise', async () => {
    await using project = await projectWith('6.0.3');
    await using started = await editorWith(project.folder);
    const { editor } = started;
    const none = { name: '@vmgen/typescript-plugin', servedFolders: [] };
    const served = { ...none, servedFolders: [project.folder] };
    assert.deepEqual(editor.pluginSettings, [none]);
    await editor.set('vmgen.server', 'lsp');
    assert.deepEqual(editor.pluginSettings, [none, served]);
    await editor.open(project.types, MISSPELT);
    assert.equal((await messagesOf(editor, project.types)).length, 1);
    await editor.run('vmgen.restart');
    assert.equal((await messagesOf(editor, project.types)).length, 1);
    await editor.set('vmgen.server', 'plugin');
    assert.deepEqual(editor.pluginSettings.at(-1), none);
    assert.equal(editor.diagnostics.size, 0);
    await editor.set('vmgen.server', 'auto');
    await editor.set('js/ts.experimental.useTsgo', true);
    assert.deepEqual(editor.pluginSettings.at(-1), served);
  });

  test('asks for vmgen where a project has none', async () => {
    await using folder = await temporaryFolder('vscode');
    await writeSites(folder.path);
    const editor = new VsCode(folder.path);
    editor.settings.set('vmgen.server', 'lsp');
    await editor.activate(path.join(unpacked, 'extension'));
    assert.match(editor.output.join('\n'), /vmgen is not installed; run npm install/);
    assert.deepEqual(editor.pluginSettings, [
      { name: '@vmgen/typescript-plugin', servedFolders: [] },
    ]);
    await editor.deactivate();
  });

  test('brings the plugin that tsserver finds, and that leaves projects with a server alone', async () => {
    const name = '@vmgen/typescript-plugin';
    await using project = await editorProject({ 'tsconfig.json': '{}' });
    const plugins = path.join(unpacked, 'extension');
    await using server = new TsServer({ plugins, globalPlugin: name });
    const file = project.at('apis/web/v1/types.ts');
    server.open(file, SITE_TYPES.replace('replicas: Int32', 'replicas: bigint'));
    const codes = async () => (await server.diagnostics(file)).map(({ code }) => code);
    assert.deepEqual(await codes(), [1004001]);
    const configure = (servedFolders: readonly string[]) =>
      server.request('configurePlugin', { pluginName: name, configuration: { servedFolders } });
    await configure([project.folder]);
    assert.deepEqual(await codes(), []);
    await configure([]);
    assert.deepEqual(await codes(), [1004001]);
  });
});
