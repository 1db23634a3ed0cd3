import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { ConfigModules, readConfig } from './read-config.js';
import { folderWith } from '../testing/folder-with.js';

test('rejects a config whose top-level await does not settle in time beside a live timer', async (t) => {
  const text = 'setTimeout(() => {}, 2000);\nawait new Promise(() => {});\n';
  const path = join(folderWith(t, { 'vmgen.config.mjs': text }), 'vmgen.config.mjs');
  await assert.rejects(readConfig(path, 50), {
    name: 'UsageError',
    message: `${path}: a top-level await has not settled within 0.05 s; await only promises that settle sooner`,
  });
});

for (const [ending, reexport, valueOf] of [
  ['mjs', "export { group } from './b.mjs';\n", 'export const group ='],
  ['cjs', "exports.group = require('./b.cjs').group;\n", 'exports.group ='],
] as const) {
  test(`reads a config again with what it imports by way of .${ending} files`, async (t) => {
    const folder = folderWith(t, {
      'vmgen.config.mjs': `import { group } from './a.${ending}';\nexport default { groups: \`\${group}:v1\` };\n`,
      [`a.${ending}`]: reexport,
      [`b.${ending}`]: `${valueOf} 'web';\n`,
    });
    const modules = new ConfigModules();
    const read = () => readConfig(join(folder, 'vmgen.config.mjs'), 60_000, modules);
    assert.equal((await read()).groups, 'web:v1');
    const names = modules.files.map((file) => basename(file));
    assert.deepEqual(names, [`a.${ending}`, `b.${ending}`]);
    writeFileSync(join(folder, `b.${ending}`), `${valueOf} 'shop';\n`);
    assert.equal((await read()).groups, 'shop:v1');
  });
}

test('reads a config again after an error in a file that it imports', async (t) => {
  const folder = folderWith(t, {
    'vmgen.config.mjs': "import groups from './groups.mjs';\nexport default { groups };\n",
    'groups.mjs': "throw new Error('broken');\nexport default 'web:v1';\n",
  });
  const modules = new ConfigModules();
  const read = () => readConfig(join(folder, 'vmgen.config.mjs'), 60_000, modules);
  await assert.rejects(read(), /broken/);
  writeFileSync(join(folder, 'groups.mjs'), "export default 'web:v1';\n");
  assert.equal((await read()).groups, 'web:v1');
});

test('knows an imported file that does not exist yet', async (t) => {
  const text = "import groups from './groups.mjs';\nexport default { groups };\n";
  const folder = folderWith(t, { 'vmgen.config.mjs': text });
  const modules = new ConfigModules();
  const read = () => readConfig(join(folder, 'vmgen.config.mjs'), 60_000, modules);
  await assert.rejects(read(), /groups\.mjs/);
  assert.deepEqual(modules.files, [join(folder, 'groups.mjs')]);
  writeFileSync(join(folder, 'groups.mjs'), "export default 'web:v1';\n");
  assert.equal((await read()).groups, 'web:v1');
});
