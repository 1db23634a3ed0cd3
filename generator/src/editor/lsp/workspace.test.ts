import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { createMemoryDisk } from '../../disk/memory-disk.js';
import { createEditorService } from '../editor-service.js';
import { parseGroups } from '../../settings/parse-groups.js';
import { DEFAULT_SETTINGS, kindWith } from '../../testing/compile-text.js';
import { settingsFrom } from './client-settings.js';
import { uriOf } from './file-uri.js';
import { Params } from './params.js';
import { Workspace } from './workspace.js';
import { folderWith } from '../../testing/folder-with.js';

test('compiles once after a report of many files that it does not read', async (t) => {
  // The workspace searches configs on the disk of the machine.
  const folder = folderWith(t, { 'vmgen.config.json': '{}' });
  const types = join(folder, 'apis/example/v1/types.ts');
  const disk = createMemoryDisk({ [types]: kindWith('') });
  let compilations = 0;
  const list = (path: string) => {
    if (path === join(folder, 'apis/example/v1')) compilations++;
    return disk.list(path);
  };
  const options = { apis: join(folder, 'apis'), groups: parseGroups(['example:v1']) };
  let wake = (_: PublishDiagnosticsParams): void => undefined;
  const client = {
    publish: async (params: PublishDiagnosticsParams) => wake(params),
    log: () => undefined,
  };
  const settings = settingsFrom(new Params({ rootUri: uriOf(folder), capabilities: {} }));
  const workspace = new Workspace(client, settings, (config) => ({
    config,
    files: [],
    editor: createEditorService({
      ...options,
      settings: DEFAULT_SETTINGS,
      disk: {
        ...disk,
        list,
        readBytes: (path) => disk.readBytes(path),
        realPath: (path) => disk.realPath(path),
      },
    }),
  }));
  t.after(() => workspace.dispose());
  const published = () => new Promise<PublishDiagnosticsParams>((resolve) => (wake = resolve));
  const first = published();
  workspace.open(uriOf(types), 1, kindWith('  size: Int23;'));
  assert.equal((await first).diagnostics.length, 1);
  compilations = 0;
  const installed = Array.from({ length: 20 }, (_, index) =>
    ['package.json', 'index.d.ts'].map((name) =>
      uriOf(join(folder, 'node_modules', `${index}`, name)),
    ),
  );
  const second = published();
  workspace.filesChanged(installed.flat());
  workspace.change(uriOf(types), 2, [{ text: kindWith('') }]);
  assert.equal((await second).diagnostics.length, 0);
  assert.equal(compilations, 1);
});
