import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { bundleForBrowser } from '../support/bundle-for-browser.js';

const COMPILER = ['compile', 'costsOf', 'createMemoryDisk', 'locateDiagnostics', 'planFixes'];

/** What a page loads, with the most that it may take, compressed. */
const BUNDLES = [
  {
    title: 'the compiler',
    code: `import { ${COMPILER.join(', ')} } from 'vmgen/browser';
      globalThis.page = { ${COMPILER.join(', ')} };`,
    maxKiB: 420,
  },
  {
    title: 'all of vmgen/browser',
    code: "import * as vmgen from 'vmgen/browser'; globalThis.page = { ...vmgen };",
    maxKiB: 450,
  },
  {
    title: 'the compiler, the import, the diff, the API server, CEL and the built-in kinds',
    code: `import * as vmgen from 'vmgen/browser';
      import * as apiserver from '@vmgen/apiserver/browser';
      import { builtIns } from '@vmgen/apiserver/built-ins';
      import * as cel from '@vmgen/cel';
      globalThis.page = { ...vmgen, ...apiserver, ...cel, builtIns };`,
    maxKiB: 600,
  },
];

describe('a bundle for browsers without replacements for modules of Node', () => {
  for (const { title, code, maxKiB } of BUNDLES) {
    test(`has at most ${maxKiB} KiB: ${title}`, async (t) => {
      const script = await bundleForBrowser(code);
      const kibibytes = brotliCompressSync(script).length / 1024;
      t.diagnostic(`${kibibytes.toFixed(1)} KiB`);
      assert.ok(kibibytes <= maxKiB, `${kibibytes.toFixed(1)} KiB`);
    });
  }
});
