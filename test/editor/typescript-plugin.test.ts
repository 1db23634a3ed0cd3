import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { editorProject, SITE_TYPES } from '../support/editor-project.js';
import { endsAfterTests } from '../support/ends-after.js';
import { edited, placeOf, textIn, TsServer } from '../support/ts-server.js';

const TYPES = 'apis/web/v1/types.ts';
const WRONG = SITE_TYPES.replace('replicas: Int32', 'replicas: bigint');

const VERSIONS = ['typescript-5.4', 'typescript-5.9', undefined];

for (const typescript of VERSIONS) {
  describe(`the plugin in tsserver of ${typescript ?? 'the newest TypeScript with plugins'}`, () => {
    const endsAfter = endsAfterTests();
    let server: TsServer;
    let file: string;

    before(async () => {
      const project = await editorProject();
      endsAfter(async () => project[Symbol.asyncDispose]());
      server = new TsServer({ typescript });
      endsAfter(() => server[Symbol.asyncDispose]());
      file = project.at(TYPES);
    });

    test('reports diagnostics while a file is typed', async () => {
      server.open(file, SITE_TYPES);
      assert.deepEqual(await server.diagnostics(file), []);
      await server.type(file, SITE_TYPES, WRONG);
      const [found, ...others] = await server.diagnostics(file);
      assert.equal(others.length, 0);
      assert.equal(found && textIn(WRONG, found), 'bigint');
      assert.deepEqual([found?.code, found?.category, found?.source], [1004001, 'error', 'vmgen']);
      assert.match(found?.text ?? '', /Int64.*\nVMGEN4001: https:\/\/.*\/vmgen\/d\/VMGEN4001\/$/);
      await server.type(file, WRONG, SITE_TYPES);
      assert.deepEqual(await server.diagnostics(file), []);
    });

    test('reports diagnostics in the events that editors ask for', async () => {
      server.open(file, WRONG);
      server.notify('geterr', { files: [file], delay: 0 });
      const body = await server.event('semanticDiag');
      assert.match(JSON.stringify(body), /"code":1004001/);
    });

    test('completes markers with their arguments', async () => {
      const text = SITE_TYPES.replace('+genclient', '+kubebuilder:resource:scope=').replace(
        '/** How many replicas there are. */',
        '/**\n   * @remarks Each has a copy.\n   * +opt\n   */',
      );
      server.open(file, text);
      const after = (part: string) =>
        server.completions(file, text, text.indexOf(part) + part.length);
      const markers = await after('// +k');
      assert.ok(markers);
      assert.ok(markers.entries.some(({ name }) => name === 'kubebuilder:printcolumn'));
      assert.ok(!markers.entries.some(({ name }) => name === 'optional'));
      const [entry] = markers.entries;
      assert.equal(entry?.replacementSpan && textIn(text, entry.replacementSpan), 'k');
      const names = await after('resource:');
      assert.ok(
        names?.entries.some(({ name, insertText }) => name === 'path' && insertText === 'path='),
      );
      const values = await after('scope=');
      assert.deepEqual(
        values?.entries.map(({ name }) => name),
        ['Namespaced', 'Cluster'],
      );
      const inJsDoc = await after('* +opt');
      assert.ok(inJsDoc?.entries.some(({ name }) => name === 'optional'));
      const place = placeOf(text, text.indexOf('// +k') + 5);
      const [details] = (await server.request('completionEntryDetails', {
        file,
        ...place,
        entryNames: ['kubebuilder:printcolumn'],
      })) as { documentation: { text: string }[] }[];
      assert.match(details?.documentation[0]?.text ?? '', /\+kubebuilder:printcolumn:name=/);
    });

    test('shows the reference of a marker, and the schema of a field beside its type', async () => {
      server.open(file, SITE_TYPES);
      const marker = await server.quickInfo(file, SITE_TYPES, SITE_TYPES.indexOf('genclient'));
      assert.equal(marker?.displayString, '+genclient');
      const field = await server.quickInfo(file, SITE_TYPES, SITE_TYPES.indexOf('replicas:'));
      assert.match(field?.displayString ?? '', /SiteSpec\.replicas/);
      assert.match(
        JSON.stringify(field?.documentation),
        /`replicas: \.spec\.replicas of Site, .*maximum: 5/,
      );
    });

    test('lists the diagnostics that it fixes, and fixes one or all of a file', async () => {
      const text = WRONG.replace('bigint;', 'bigint;\n  other: Date;');
      server.open(file, text);
      const supported = (await server.request('getSupportedCodeFixes', { file })) as string[];
      assert.ok(supported.includes('1004001'));
      // TypeScript would also fix a diagnostic with one of its own codes.
      assert.equal(new Set(supported).size, supported.length);
      const range = { startLine: 1, startOffset: 1, endLine: 1, endOffset: 1 };
      const [found] = await server.diagnostics(file);
      assert.ok(found);
      const { start, end } = found;
      const [fix] = await server.fixes(
        file,
        {
          ...range,
          startLine: start.line,
          startOffset: start.offset,
          endLine: end.line,
          endOffset: end.offset,
        },
        [found.code ?? 0],
      );
      assert.equal(fix?.changes[0]?.fileName, file);
      const fixed = edited(text, fix.changes[0].textChanges);
      assert.match(fixed, /replicas: Int64;\n {2}other: Date;/);
      assert.match(fixed, /import type \{.*Int64.*\}/);
      const scope = { type: 'file', args: { file } };
      const all = (await server.request('getCombinedCodeFix', {
        scope,
        fixId: fix.fixId ?? {},
      })) as {
        changes: typeof fix.changes;
      };
      const allFixed = edited(text, all.changes[0]?.textChanges ?? []);
      await server.type(file, text, allFixed);
      assert.deepEqual(await server.diagnostics(file), []);
    });
  });
}
