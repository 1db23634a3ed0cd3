import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { VMGEN } from '../testing/cli.js';
import { parseArguments } from './parse-arguments.js';

const page = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8');

function block(language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  return text ?? assert.fail(`there is no ${language}`);
}

/** The words of a line of a shell. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

describe('docs/import.md', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'vmgen-import-'));
    writeFileSync(path.join(folder, 'crds.yaml'), block('yaml'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const vmgen = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [VMGEN, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, said: stdout + stderr };
  };

  test('every command on the page is valid', async () => {
    const lines = [...page.matchAll(/^(?:\$ )?(?:[^\n`]*\| )?(?:npx )?vmgen (.*)$/gm)];
    assert.ok(lines.length >= 10);
    for (const [, args = ''] of lines) {
      const { kind } = await parseArguments(wordsOf(args));
      assert.notEqual(kind, 'print', args);
    }
  });

  test('the CRD becomes the types on the page, and the same CRD is generated from them', () => {
    const { status, said } = vmgen('import', 'crds.yaml', '--out', 'apis');
    assert.equal(status, 0, said);
    assert.match(said, /1 schema marker needed/);
    const types = readFileSync(path.join(folder, 'apis/example/v1/types.ts'), 'utf8');
    assert.ok(types.startsWith(block('ts')), types);
    assert.match(types, /^\/\/ \+vmgen:schema=\{"anyOf":/m);
    assert.deepEqual(vmgen('diff', 'crds.yaml', 'apis', '--groups', 'example:v1'), {
      status: 0,
      said: 'vmgen: no differences\n',
    });
  });

  test('rejected documents produce the errors on the page', () => {
    const broken = block('yaml').replace('{ type: boolean }', '{ $ref: "#/x" }');
    const old = 'apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\n';
    writeFileSync(path.join(folder, 'crds.yaml'), `${broken}---\na: 1\n---\n${old}`);
    const { status, said } = vmgen('import', 'crds.yaml', '--out', 'refused');
    assert.equal(status, 1);
    const expected = said.replace(
      'properties[status].properties[shown]',
      'properties[spec].properties[x]',
    );
    assert.ok(page.includes(expected.trim()), said);
  });
});
