import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rename, rm, symlink } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { editorProject, SITE_TYPES } from '../support/editor-project.js';
import { endsAfterTests } from '../support/ends-after.js';
import { textIn, TsServer } from '../support/ts-server.js';

const TYPES = 'apis/web/v1/types.ts';
const WRONG = SITE_TYPES.replace('replicas: Int32', 'replicas: bigint');
const CODES = 'apis/web/v1/size.ts';
const WITH_SIZE = SITE_TYPES.replace('replicas: Int32', 'replicas: Size').replace(
  'import',
  "import type { Size } from './size.js';\nimport",
);
const SIZE = "import type { Int32 } from '@vmgen/runtime';\nexport type Size = Int32;\n";

/** Asks until an answer is accepted: tsserver notices changes of the disk by itself, after some time. */
async function until<T>(ask: () => Promise<T>, accepts: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (accepts(answer) || performance.now() > deadline) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const codesOf = (found: readonly { readonly code?: number }[]) => found.map(({ code }) => code);

describe('the plugin', () => {
  const endsAfter = endsAfterTests();
  const server = new TsServer();
  endsAfter(async () => server[Symbol.asyncDispose]());

  test('is inactive in a project without vmgen, and logs why once', async () => {
    await using project = await editorProject({}, { hasPackages: false });
    await using logging = new TsServer({ log: project.at('tslogging.log') });
    const file = project.at(TYPES);
    logging.open(file, WRONG);
    logging.open(project.at('src/main.ts'), 'export const answer: number = "";\n');
    assert.deepEqual(await logging.diagnostics(file), []);
    assert.deepEqual(codesOf(await logging.allDiagnostics(project.at('src/main.ts'))), [2322]);
    const reasons = logging.log.split('\n').filter((line) => line.includes('vmgen: inactive'));
    assert.equal(reasons.length, 1);
    assert.match(reasons[0] ?? '', /has no vmgen of version .*npm install --save-dev vmgen$/);
  });

  test('leaves the answers of tsserver after an error of vmgen, and logs it once', async () => {
    const config = { groups: 'web:v1', out: 'generated', paths: ['loop'] };
    await using project = await editorProject({ 'vmgen.config.json': JSON.stringify(config) });
    await symlink('loop', project.at('loop'));
    await using logging = new TsServer({ log: project.at('tsserver.log') });
    const file = project.at(TYPES);
    const text = SITE_TYPES.replace('metadata: ObjectMeta', 'metadata: ObjectMetas');
    logging.open(file, text);
    for (const _ of [1, 2]) assert.deepEqual(codesOf(await logging.allDiagnostics(file)), [2552]);
    const info = await logging.quickInfo(file, text, text.indexOf('replicas:'));
    assert.match(info?.displayString ?? '', /SiteSpec\.replicas: number/);
    assert.equal(logging.log.split('vmgen: Error').length, 2);
  });

  test('leaves the project alone where only TypeScript has an answer', async () => {
    await using project = await editorProject();
    await using logging = new TsServer({ log: project.at('tsserver.log') });
    const file = project.at(TYPES);
    logging.open(file, SITE_TYPES);
    const at = SITE_TYPES.indexOf('Int32;');
    assert.ok(await logging.completions(file, SITE_TYPES, at + 3));
    assert.ok(await logging.quickInfo(file, SITE_TYPES, at));
    await logging.fixes(file, { startLine: 3, startOffset: 1, endLine: 3, endOffset: 2 }, [2304]);
    assert.doesNotMatch(logging.log, /vmgen: reads/);
    await logging.quickInfo(file, SITE_TYPES, SITE_TYPES.indexOf('replicas:'));
    assert.match(logging.log, /vmgen: reads/);
  });

  test('answers once after tsserver has loaded the project again', async () => {
    await using project = await editorProject();
    const [file, main] = [project.at(TYPES), project.at('src/main.ts')];
    server.open(file, WRONG);
    server.open(main, 'export const same = (value) => value;\n');
    assert.deepEqual(codesOf(await server.allDiagnostics(main)), [7006]);
    const plugins = [{ name: '@vmgen/typescript-plugin' }];
    const compilerOptions = { module: 'nodenext', strict: false, types: [], plugins };
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions }));
    const ask = () => server.allDiagnostics(main);
    assert.deepEqual(await until(ask, ({ length }) => length === 0), []);
    assert.deepEqual(codesOf(await server.diagnostics(file)), [1004001]);
    const supported = (await server.request('getSupportedCodeFixes', { file })) as string[];
    assert.equal(new Set(supported).size, supported.length);
  });

  test('reports the problems of other files beside a pipe, which cannot be read', async () => {
    await using project = await editorProject();
    const pipe = project.at('apis/web/v1/pipe.ts');
    execFileSync('mkfifo', [pipe]);
    const file = project.at(TYPES);
    server.open(file, WRONG);
    assert.deepEqual(codesOf(await server.diagnostics(file)), [1004001]);
    server.open(pipe, '');
    assert.deepEqual(await server.diagnostics(pipe), []);
    server.notify('close', { file: pipe });
    assert.deepEqual(codesOf(await server.diagnostics(file)), [1004001]);
  });

  test('reports a config that cannot be read, and reads it again after its repair', async () => {
    const config = 'vmgen.config.json';
    await using project = await editorProject({ [config]: '{ "groups": "web:v1", "ot": "" }' });
    const file = project.at(TYPES);
    server.open(file, WRONG);
    server.open(project.at('src/main.ts'), 'export {};\n');
    const [problem, ...others] = await server.diagnostics(file);
    assert.equal(others.length, 0);
    assert.deepEqual([problem?.code, problem?.category], [0, 'warning']);
    assert.match(
      problem?.text ?? '',
      /vmgen\.config\.json:1:23: unknown key "ot"; did you mean out/,
    );
    assert.deepEqual(await server.diagnostics(project.at('src/main.ts')), []);
    await project.write(config, '{ "groups": "web:v1", "out": "generated" }');
    const found = await until(
      () => server.diagnostics(file),
      ([first]) => first?.code !== 0,
    );
    assert.deepEqual(codesOf(found), [1004001]);
  });

  test('reads a config again that changes while it is read', async () => {
    const config = `import { writeFileSync } from 'node:fs';
writeFileSync(new URL(import.meta.url), "export default { groups: 'web:v1', out: 'generated' };");
export default { groups: 'web:v1', ot: '' };
`;
    const files = { 'vmgen.config.json': undefined, 'vmgen.config.mjs': config };
    await using project = await editorProject(files);
    server.open(project.at(TYPES), WRONG);
    const ask = () => server.diagnostics(project.at(TYPES));
    assert.deepEqual(codesOf(await ask()), [0]);
    assert.deepEqual(codesOf(await until(ask, ([first]) => first?.code !== 0)), [1004001]);
  });

  test('reads a config again after a change of a file that it imports', async () => {
    const config = `import { groups } from './shared.mjs';\nexport default { groups, out: 'generated' };\n`;
    const files = { 'vmgen.config.json': undefined, 'vmgen.config.mjs': config };
    await using project = await editorProject(files);
    server.open(project.at(TYPES), WRONG);
    const ask = () => server.diagnostics(project.at(TYPES));
    assert.deepEqual(codesOf(await ask()), [0]);
    await project.write('shared.mjs', `export const groups = 'web:v1';\n`);
    assert.deepEqual(codesOf(await until(ask, ([first]) => first?.code !== 0)), [1004001]);
    await project.write('shared.mjs', `export const groups = 'shop:v1';\n`);
    assert.deepEqual(await until(ask, ([first]) => first?.code !== 1004001), []);
  });

  test('follows a config that is removed and created again', async () => {
    const config = 'vmgen.config.json';
    await using project = await editorProject();
    const [file, ask] = [project.at(TYPES), () => server.diagnostics(project.at(TYPES))];
    server.open(file, WRONG);
    assert.deepEqual(codesOf(await ask()), [1004001]);
    await rm(project.at(config));
    assert.deepEqual(
      await until(ask, ([first]) => first?.code !== 1004001 && first?.code !== 0),
      [],
    );
    await project.write(config, '{ "groups": "web:v1", "out": "generated" }');
    assert.deepEqual(codesOf(await until(ask, ({ length }) => length > 0)), [1004001]);
  });

  test('reports a second config in the folder of the first while both are there', async () => {
    const second = "export default { groups: 'web:v1', out: 'generated' };\n";
    await using project = await editorProject({ 'vmgen.config.mjs': second });
    const ask = () => server.diagnostics(project.at(TYPES));
    server.open(project.at(TYPES), WRONG);
    assert.deepEqual(codesOf(await ask()), [0]);
    await rm(project.at('vmgen.config.json'));
    assert.deepEqual(codesOf(await until(ask, ([first]) => first?.code !== 0)), [1004001]);
    await project.write('vmgen.config.json', '{}');
    const [problem, ...others] = await until(ask, ([first]) => first?.code !== 1004001);
    assert.equal(others.length, 0);
    assert.match(
      problem?.text ?? '',
      /^found both .*vmgen\.config\.mjs and .*vmgen\.config\.json: /,
    );
  });

  test('contains what the code of a config does', async () => {
    const config = `console.log('text that is not of the protocol');
export default { groups: 'web:v1', out: 'generated', emitters: [{ name: 'own', emit: () => [] }] };
`;
    const files = { 'vmgen.config.json': undefined, 'vmgen.config.mjs': config };
    await using project = await editorProject(files);
    server.open(project.at(TYPES), WRONG);
    assert.deepEqual(codesOf(await server.diagnostics(project.at(TYPES))), [1004001]);
    await project.write('vmgen.config.mjs', 'process.exit(3);\n');
    const [problem] = await until(
      () => server.diagnostics(project.at(TYPES)),
      ([first]) => first?.code === 0,
    );
    assert.match(problem?.text ?? '', /cannot be loaded: its code ended the process/);
  });

  test('answers as tsserver for a file outside of the folders of the config', async () => {
    await using project = await editorProject({ 'tools/types.ts': '' });
    const file = project.at('tools/types.ts');
    const text = WRONG.replace('genclient', '');
    server.open(file, text);
    assert.deepEqual(await server.diagnostics(file), []);
    const offset = text.indexOf('// +\n') + 4;
    assert.equal(await server.completions(file, text, offset), undefined);
    assert.equal(await server.quickInfo(file, text, text.indexOf('+groupName') + 2), undefined);
  });

  test('reads the markers of code that the config lists', async () => {
    await using project = await editorProject();
    const file = project.at('src/main.ts');
    const text = '// +kubebuilder:rbac:groups=apps,resources=deployments,verbz=get\nexport {};\n';
    server.open(file, text);
    const [found] = await server.diagnostics(file);
    assert.equal(found && textIn(text, found).startsWith('verbz'), true);
    const start = '// +kubebuilder:';
    const offered = await server.completions(file, text, start.length);
    assert.ok(offered?.entries.every(({ name }) => /^(kubebuilder:|vmgen:)/.test(name)));
  });

  test('helps while a file has a syntax error, which tsserver alone reports', async () => {
    await using project = await editorProject();
    const file = project.at(TYPES);
    const text = SITE_TYPES.replace(
      '+kubebuilder:validation:Maximum=5',
      '+kubebuilder:validation:',
    ).replace('}\n', '  broken: {;\n');
    server.open(file, text);
    assert.deepEqual(await server.diagnostics(file), []);
    const offset = text.indexOf('+kubebuilder:validation:') + '+kubebuilder:validation:'.length;
    const offered = await server.completions(file, text, offset);
    assert.ok(offered?.entries.some(({ name }) => name === 'kubebuilder:validation:Maximum'));
    await server.type(file, text, WRONG);
    assert.deepEqual(codesOf(await server.diagnostics(file)), [1004001]);
  });

  test('knows the unsaved texts of all open files', async () => {
    await using project = await editorProject({ [CODES]: SIZE });
    const [file, other] = [project.at(TYPES), project.at(CODES)];
    server.open(file, WITH_SIZE);
    server.open(other, SIZE);
    assert.deepEqual(await server.diagnostics(file), []);
    await server.type(other, SIZE, SIZE.replace('= Int32', '= bigint'));
    assert.deepEqual(await server.diagnostics(file), []);
    assert.deepEqual(codesOf(await server.diagnostics(other)), [1004001]);
    server.notify('close', { file: other });
    assert.deepEqual(await server.diagnostics(file), []);
  });

  test('follows a file that is renamed, and one that is deleted', async () => {
    await using project = await editorProject({ [TYPES]: WITH_SIZE, [CODES]: SIZE });
    const file = project.at(TYPES);
    const ask = () => server.diagnostics(file);
    // tsserver may first have the removed file with no text.
    const isMissing = ([first]: Awaited<ReturnType<typeof ask>>) => first?.code === 1001102;
    server.open(file, WITH_SIZE);
    assert.deepEqual(await ask(), []);
    await rename(project.at(CODES), project.at('apis/web/v1/other.ts'));
    assert.deepEqual(codesOf(await until(ask, isMissing)), [1001102]);
    await rename(project.at('apis/web/v1/other.ts'), project.at(CODES));
    assert.deepEqual(await until(ask, ({ length }) => length === 0), []);
    await rm(project.at(CODES));
    assert.deepEqual(codesOf(await until(ask, isMissing)), [1001102]);
  });

  test('knows a new file that is not saved, which tsserver has in no project of the config', async () => {
    await using project = await editorProject();
    const file = project.at(TYPES);
    server.open(file, WITH_SIZE);
    server.open(project.at(CODES), SIZE);
    assert.deepEqual(await server.diagnostics(project.at(CODES)), []);
    assert.deepEqual(await server.diagnostics(file), []);
  });

  test('answers for texts that no author writes', async () => {
    await using project = await editorProject();
    const file = project.at(TYPES);
    const hostile = [
      `// +kubebuilder:validation:Pattern=${'"'.repeat(100_001)}`,
      `// +kubebuilder:resource:${'path="",'.repeat(20_000)}`,
      `// +${'a:'.repeat(50_000)}`,
      '// +kubebuilder:\u0000\u0007\u001b[31m=\ud800',
      '/** +kubebuilder:validation:Enum=a;b\u2028+c\u2029*/',
      '{'.repeat(300),
      '\u0000',
    ];
    let before = SITE_TYPES;
    server.open(file, before);
    for (const line of hostile) {
      const text = `${line}\n${WRONG}`;
      await server.type(file, before, text);
      before = text;
      const found = await server.diagnostics(file);
      assert.ok(found.every(({ start, end }) => start.line >= 1 && end.line >= start.line));
      await server.completions(file, text, line.length);
      await server.quickInfo(file, text, 5);
    }
    await server.type(file, before, SITE_TYPES);
    assert.deepEqual(await server.diagnostics(file), []);
  });
});
