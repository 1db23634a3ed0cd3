import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { controllerFiles, projectFiles, userFiles } from './project-files.js';

// After an intended change, run hack/update-goldens.sh and review the diff: users will see it.
const FOLDER = join(import.meta.dirname, '../../testdata/project');
const KIND = {
  group: 'web.example.com',
  folder: 'web',
  version: 'v1',
  kind: 'Site',
  isNamespaced: true,
};

/** The rendered files by path. The scripts of image/ are their templates. */
function rendered(settings: object, kind = KIND): ReadonlyMap<string, string> {
  const operator = { name: 'site-operator', ...settings };
  const files = [...userFiles({ operator, kind, version: '0.1.0' }), ...projectFiles(operator)];
  const isScript = (path: string): boolean => path.startsWith('image/');
  return new Map(files.flatMap(({ path, text }) => (isScript(path) ? [] : [[path, text]])));
}

const PLAIN = rendered({});

/** The controller and the test of a kind that exists. */
function ofExisting(isNamespaced: boolean): ReadonlyMap<string, string> {
  const names = { plural: 'sites', method: 'sites', groupProperty: 'webV1' };
  const kind = { ...KIND, ...names, isNamespaced, typesFile: 'types' };
  return new Map(controllerFiles(kind, true).map(({ path, text }) => [path, text]));
}

for (const [name, files] of Object.entries({
  plain: PLAIN,
  bundle: rendered({ bundle: true }),
  distroless: rendered({ distroless: true }),
  'bundle-distroless': rendered({ bundle: true, distroless: true }),
  packages: rendered({ packages: 'packages', bundle: true }),
  'cluster-scoped': rendered({}, { ...KIND, isNamespaced: false }),
  controller: ofExisting(true),
  'cluster-scoped-controller': ofExisting(false),
})) {
  test(`renders the files of a project: ${name}`, () => {
    const wanted = [...files].filter(
      ([path, text]) => name === 'plain' || text !== PLAIN.get(path),
    );
    const text = wanted.map(([path, each]) => `===== ${path}\n${each}`).join('\n');
    const golden = join(FOLDER, `${name}.txt`);
    if (process.env['UPDATE_GOLDEN'] === '1') {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(golden, text);
    }
    assert.equal(
      text,
      readFileSync(golden, 'utf8'),
      'run hack/update-goldens.sh, and read its diff',
    );
  });
}
