import assert from 'node:assert/strict';
import { access, mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { inRepository } from '../support/repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { ALL, codesIn, TestEditor, uriOf } from './language-client.js';
import { MISSPELT, placeOf, TYPES, writeSites } from './sites.js';

/** An editor with a project, whose types are open. */
async function withSites(text = TYPES, capabilities: object = ALL) {
  const folder = await temporaryFolder('lsp');
  const types = await writeSites(folder.path);
  const editor = await TestEditor.start({ folders: [folder.path], capabilities });
  const end = async () => {
    await editor[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  try {
    await editor.sendOpen(types, text);
    const first = await editor.until('diagnostics', () => editor.lastOf(types));
    return { folder: folder.path, types, editor, first, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The part of a text between two positions of one line. */
function partOf(text: string, { start, end }: Range): string | undefined {
  return text.split('\n')[start.line]?.slice(start.character, end.character);
}

/** Messages are plain text for every client of today. */
function messageOf({ message }: Diagnostic): string {
  assert.ok(typeof message === 'string');
  return message;
}

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

describe('diagnostics over the protocol', () => {
  test('are those of the unsaved text, with the version, the part and a page', async () => {
    await using sites = await withSites();
    const { editor, types, first } = sites;
    assert.deepEqual(first.diagnostics, []);
    const range = { start: placeOf(TYPES, 'Int32;\n  };'), end: placeOf(TYPES, ';\n  };') };
    const { version, diagnostics } = await editor.change(types, { range, text: 'Int23' });
    assert.equal(version, 2);
    const [diagnostic] = diagnostics;
    assert.equal(diagnostics.length, 1);
    assert.equal(diagnostic?.code, 'VMGEN1101');
    assert.equal(diagnostic.source, 'vmgen');
    assert.equal(diagnostic.severity, 1);
    assert.equal(partOf(MISSPELT, diagnostic.range), 'Int23');
    const site = await readFile(inRepository('site/package.json'), 'utf8');
    const { homepage } = JSON.parse(site) as { readonly homepage: string };
    assert.equal(diagnostic.codeDescription?.href, `${homepage}d/VMGEN1101/`);
    assert.match(messageOf(diagnostic), /Int23[^]*Int32/);
    const back = await editor.change(types, { range, text: 'Int32' });
    assert.deepEqual(back.diagnostics, []);
  });

  test('apply all changes of a message, one after the other', async () => {
    await using sites = await withSites();
    const { editor, types } = sites;
    const start = placeOf(TYPES, 'host');
    const end = { ...start, character: start.character + 4 };
    const { diagnostics } = await editor.change(
      types,
      { text: TYPES },
      { range: { start, end: start }, text: 'a' },
      { range: { start, end }, text: 'size: Int23; x' },
    );
    assert.deepEqual(codesIn({ uri: '', diagnostics }), ['VMGEN1101']);
  });

  test('refer to related places', async () => {
    const other = `\n// +kubebuilder:resource:path=sites\nexport interface Other extends TypeMeta {\n  metadata: ObjectMeta;\n}\n`;
    await using sites = await withSites(TYPES + other);
    const { first, types } = sites;
    const [related] = first.diagnostics.flatMap(
      ({ relatedInformation = [] }) => relatedInformation,
    );
    assert.equal(related?.location.uri, uriOf(types));
    assert.equal(partOf(TYPES, related.location.range), 'Site');
  });

  test('leave syntax errors to the server of TypeScript', async () => {
    await using sites = await withSites(TYPES.replace('host: string', 'host: ['));
    assert.deepEqual(sites.first.diagnostics, []);
  });

  test('of a closed file end, and its text is that of the disk again', async () => {
    const imported = TYPES.replace('import', "import type { Host } from './host.js';\nimport");
    await using sites = await withSites(imported.replace('host: string', 'host: Host'));
    const { editor, types, folder } = sites;
    const host = path.join(folder, 'apis/web/v1/host.ts');
    await writeFile(host, 'export type Host = string;\n');
    await editor.sendOpen(host, 'export type Host = bigint;\n');
    await editor.codesAre(host, 'VMGEN4001');
    await editor.codesAre(types);
    await editor.close(host);
    await editor.codesAre(host);
    await editor.change(types, { text: `${imported}// ` });
    await editor.change(types, { text: imported.replace('host: string', 'host: Host') });
    assert.deepEqual(editor.lastOf(types)?.diagnostics, []);
    await writeFile(host, 'export type Hosts = string;\n');
    await editor.sendOpen(host, 'export type Host = string;\n');
    await editor.close(host);
    await editor.codesAre(types, 'VMGEN1101');
  });

  test('count units of UTF-16, also for a client that prefers UTF-8', async () => {
    const text = MISSPELT.replace("'@vmgen", "/* 🎉 */ '@vmgen").replace(
      'Int23',
      '/* ä🎉 */ Int23',
    );
    const utf8 = { ...ALL, general: { positionEncodings: ['utf-8', 'utf-16'] } };
    await using sites = await withSites(text, utf8);
    const line = text.split('\n').find((each) => each.includes('Int23')) ?? '';
    assert.equal(sites.first.diagnostics[0]?.range.start.character, line.indexOf('Int23'));
    assert.equal(sites.editor.initialized.capabilities.positionEncoding, 'utf-16');
  });

  test('lack what an old client does not understand', async () => {
    await using sites = await withSites(MISSPELT, {});
    const { editor, types } = sites;
    const { version } = await editor.codesAre(types, 'VMGEN1101');
    assert.equal(version, undefined);
    assert.equal(editor.initialized.capabilities.positionEncoding, 'utf-16');
    assert.deepEqual(editor.registered, []);
    const range = { start: placeOf(MISSPELT, 'Int23'), end: placeOf(MISSPELT, 'Int23') };
    const [fix] = (await editor.codeActions(types, range)) ?? [];
    assert.deepEqual(Object.keys(fix?.edit?.changes ?? {}), [uriOf(types)]);
    const marker = placeOf(MISSPELT, 'genclient');
    const hover = await editor.hover(types, marker.line, marker.character);
    const items = await editor.completion(types, marker.line, marker.character + 1);
    const [item] = items?.items ?? [];
    const resolved: unknown = await editor.connection.sendRequest('completionItem/resolve', item);
    assert.match(JSON.stringify(hover?.contents), /"plaintext","value":"\+genclient\\n/);
    for (const help of [hover, resolved]) assert.doesNotMatch(JSON.stringify(help), /markdown|```/);
  });
});

describe('help over the protocol', () => {
  test('completes markers, arguments and values, with their help', async () => {
    await using sites = await withSites();
    const { editor, types } = sites;
    const line = placeOf(TYPES, '// +genclient').line;
    const at = async (text: string) => {
      const change = { start: { line, character: 0 }, end: { line: line + 1, character: 0 } };
      await editor.change(types, { text: TYPES }, { range: change, text: `${text}\n` });
      return editor.completion(types, line, text.length);
    };
    const markers = await at('// +kubebuilder:pri');
    const column = markers?.items.find(({ label }) => label === '+kubebuilder:printcolumn');
    assert.deepEqual(column?.textEdit, {
      range: { start: { line, character: 4 }, end: { line, character: 19 } },
      newText: 'kubebuilder:printcolumn:',
    });
    const resolved: unknown = await editor.connection.sendRequest('completionItem/resolve', column);
    assert.match(JSON.stringify(resolved), /"kind":"markdown"[^]*JSONPath/);
    const labels = async (text: string) => (await at(text))?.items.map(({ label }) => label);
    assert.ok((await labels('// +kubebuilder:resource:'))?.includes('scope'));
    assert.deepEqual(await labels('// +kubebuilder:resource:scope='), ['Namespaced', 'Cluster']);
    assert.equal(await at('// text'), null);
  });

  test('describes a marker and a field', async () => {
    await using sites = await withSites();
    const { editor, types } = sites;
    const marker = placeOf(TYPES, 'kubebuilder:validation:Maximum');
    const found = await editor.hover(types, marker.line, marker.character + 2);
    assert.match(JSON.stringify(found?.contents), /kubebuilder:validation:Maximum/);
    assert.ok(found?.range);
    assert.equal(partOf(TYPES, found.range), '+kubebuilder:validation:Maximum');
    const field = placeOf(TYPES, 'replicas');
    const schema = await editor.hover(types, field.line, field.character + 1);
    assert.match(JSON.stringify(schema?.contents), /maximum: 10/);
    assert.equal(await editor.hover(types, 1, 0), null);
  });

  test('offers the fix of a diagnostic, which removes it', async () => {
    await using sites = await withSites(MISSPELT);
    const { editor, types, first } = sites;
    const [diagnostic] = first.diagnostics;
    assert.ok(diagnostic);
    const actions = await editor.codeActions(types, diagnostic.range);
    const [action] = actions ?? [];
    assert.equal(action?.kind, 'quickfix');
    assert.deepEqual(action.diagnostics, [diagnostic]);
    const [change] = action.edit?.documentChanges ?? [];
    assert.ok(change && 'edits' in change);
    assert.deepEqual(change.textDocument, { uri: uriOf(types), version: 1 });
    const edits = change.edits.flatMap((edit) => ('newText' in edit ? [edit] : []));
    const fixed = await editor.change(
      types,
      ...edits.map(({ range, newText }) => ({ range, text: newText })),
    );
    assert.deepEqual(fixed.diagnostics, []);
    const all = await editor.codeActions(types, diagnostic.range, ['source.fixAll']);
    assert.deepEqual(all, []);
  });

  test('fixes all diagnostics of a file on request', async () => {
    await using sites = await withSites(MISSPELT.replace('ready?: Int32', 'ready?: Int23'));
    const { editor, types } = sites;
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const [all, ...others] = (await editor.codeActions(types, range, ['source.fixAll'])) ?? [];
    assert.deepEqual(others, []);
    assert.equal(all?.kind, 'source.fixAll.vmgen');
    const [change] = all.edit?.documentChanges ?? [];
    assert.equal(change && 'edits' in change && change.edits.length, 2);
    assert.deepEqual(await editor.codeActions(types, range, ['refactor']), []);
  });
});

/** The module of the type Host does not exist. */
const MISSING = 'VMGEN1102';

describe('files and projects over the protocol', () => {
  test('follows files that are created, changed and deleted on the disk', async () => {
    await using sites = await withSites(
      TYPES.replace('host: string', 'host: Host').replace(
        'import',
        "import type { Host } from './host.js';\nimport",
      ),
    );
    const { editor, types, folder } = sites;
    await editor.until('the registration', () => editor.registered[0]);
    const watched = JSON.stringify(editor.registered);
    assert.match(watched, /workspace\/didChangeWatchedFiles[^]*mjs/);
    await editor.codesAre(types, MISSING);
    const host = path.join(folder, 'apis/web/v1/host.ts');
    await writeFile(host, 'export type Host = string;\n');
    await editor.filesChanged([host, 1]);
    await editor.codesAre(types);
    await writeFile(host, 'export type Hosts = string;\n');
    await editor.filesChanged([host, 2]);
    await editor.codesAre(types, 'VMGEN1101');
    await writeFile(host, 'export type Host = string;\n');
    await editor.filesChanged([host, 2]);
    await editor.codesAre(types);
    await unlink(host);
    await editor.filesChanged([host, 3]);
    await editor.codesAre(types, MISSING);
  });

  test('follows a folder that is deleted', async () => {
    const imported = TYPES.replace(
      'import',
      "import type { Host } from '../shared/host.js';\nimport",
    );
    await using sites = await withSites(imported.replace('host: string', 'host: Host'));
    const { editor, types, folder } = sites;
    const shared = path.join(folder, 'apis/web/shared');
    await mkdir(shared);
    await writeFile(path.join(shared, 'host.ts'), 'export type Host = string;\n');
    await editor.filesChanged([path.join(folder, 'package.json'), 2]);
    await editor.codesAre(types);
    await rm(shared, { recursive: true });
    await editor.filesChanged([shared, 3]);
    await editor.codesAre(types, MISSING);
  });

  test('follows the config: a problem is at its line, and other groups are compiled', async () => {
    await using sites = await withSites(MISSPELT);
    const { editor, types, folder } = sites;
    const config = path.join(folder, 'vmgen.config.json');
    await writeFile(config, '{\n  "groups": "web:v1",\n  "outs": "generated"\n}\n');
    await editor.filesChanged([config, 2]);
    const { diagnostics } = await editor.until('the problem', () => editor.lastOf(config));
    assert.equal(diagnostics[0]?.range.start.line, 2);
    assert.match(messageOf(diagnostics[0]), /^unknown key "outs"; did you mean out\?/);
    await editor.codesAre(types);
    await writeFile(config, '{ "groups": "web:v1", "out": "generated" }');
    await editor.filesChanged([config, 2]);
    await editor.codesAre(types, 'VMGEN1101');
    await editor.codesAre(config);
    await writeFile(config, '{ "groups": "shop:v1", "out": "generated" }');
    await editor.filesChanged([config, 2]);
    await editor.until('a problem of the project', () => editor.lastOf(config)?.diagnostics[0]);
    assert.deepEqual(editor.lastOf(types)?.diagnostics, []);
  });

  test('reads a config again after a change of a file that it imports', async () => {
    await using sites = await withSites(MISSPELT);
    const { editor, types, folder } = sites;
    await rm(path.join(folder, 'vmgen.config.json'));
    const config = path.join(folder, 'vmgen.config.mjs');
    const text = `import { groups } from './shared.mjs';\nexport default { groups, out: 'generated' };\n`;
    await writeFile(config, text);
    await editor.filesChanged([path.join(folder, 'vmgen.config.json'), 3], [config, 1]);
    await editor.until('the problem', () => editor.lastOf(config)?.diagnostics[0]);
    const shared = path.join(folder, 'shared.mjs');
    await writeFile(shared, `export const groups = 'web:v1';\n`);
    await editor.filesChanged([shared, 1]);
    await editor.codesAre(config);
    await editor.codesAre(types, 'VMGEN1101');
    await writeFile(shared, `export const groups = 'shop:v1';\n`);
    await editor.filesChanged([shared, 2]);
    await editor.until('a problem of the project', () => editor.lastOf(config)?.diagnostics[0]);
    assert.deepEqual(editor.lastOf(types)?.diagnostics, []);
  });

  test('serves the project of the nearest config, several at once', async () => {
    await using folder = await temporaryFolder('lsp');
    const [one, two] = ['one', 'two'].map((name) => path.join(folder.path, name));
    assert.ok(one !== undefined && two !== undefined);
    const [first, second] = [await writeSites(one), await writeSites(two)];
    await using editor = await TestEditor.start({ folders: [folder.path] });
    assert.deepEqual(codesIn(await editor.open(first, MISSPELT)), ['VMGEN1101']);
    assert.deepEqual(codesIn(await editor.open(second, TYPES)), []);
    assert.deepEqual(codesIn(await editor.change(first, { text: TYPES })), []);
    await rm(path.join(two, 'vmgen.config.json'));
    await editor.change(second, { text: MISSPELT });
    await editor.codesAre(second, 'VMGEN1101');
    await editor.filesChanged([path.join(two, 'vmgen.config.json'), 3]);
    await editor.codesAre(second);
    // A later round, so that the one before is complete: the config that does not exist any more is not read.
    await editor.change(first, { text: MISSPELT });
    assert.equal(editor.lastOf(path.join(two, 'vmgen.config.json')), undefined);
  });

  test('serves only the projects that the client names', async () => {
    await using folder = await temporaryFolder('lsp');
    const [one, two] = ['one', 'two'].map((name) => path.join(folder.path, name));
    assert.ok(one !== undefined && two !== undefined);
    const [first, second] = [await writeSites(one), await writeSites(two)];
    await using editor = await TestEditor.start({
      folders: [folder.path],
      initializationOptions: { projects: [uriOf(two)] },
    });
    await editor.sendOpen(first, MISSPELT);
    assert.deepEqual(codesIn(await editor.open(second, MISSPELT)), ['VMGEN1101']);
    assert.equal(editor.lastOf(first), undefined);
  });

  test('runs no config outside of the open folders, or of a package', async () => {
    await using folder = await temporaryFolder('lsp');
    const [one, two] = ['one', 'two'].map((name) => path.join(folder.path, name));
    assert.ok(one !== undefined && two !== undefined);
    const packaged = path.join(two, 'node_modules/sites');
    const [first, second] = [await writeSites(one), await writeSites(two)];
    const third = await writeSites(packaged);
    const ran = path.join(folder.path, 'ran');
    for (const each of [one, packaged]) {
      await rm(path.join(each, 'vmgen.config.json'));
      await writeFile(
        path.join(each, 'vmgen.config.mjs'),
        `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(ran)}, '');\nexport default { groups: 'web:v1', out: 'generated' };\n`,
      );
    }
    await using editor = await TestEditor.start({ folders: [two] });
    await editor.sendOpen(first, MISSPELT);
    await editor.sendOpen(third, MISSPELT);
    await editor.open(second, TYPES);
    await assert.rejects(access(ran), { code: 'ENOENT' });
    assert.match(
      editor.messages.join('\n'),
      /one\/vmgen\.config\.mjs is outside of the open folders/,
    );
    await using alone = await TestEditor.start();
    await alone.sendOpen(first, MISSPELT);
    await alone.until('a warning', () => alone.messages.find((each) => each.includes('outside')));
    await assert.rejects(access(ran), { code: 'ENOENT' });
    const event = { added: [{ uri: uriOf(one), name: 'one' }], removed: [] };
    await editor.notify('workspace/didChangeWorkspaceFolders', { event });
    await editor.codesAre(first, 'VMGEN1101');
  });
});
