import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { waitFor } from '../support/wait-for.js';
import { note, PlaygroundPage, typesOf, usePlayground } from './playground-page.js';
import { axeViolations, widths } from './site-pages.js';

const KIB = 1024;
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1_440, height: 900 };
const SCHEMES = ['light', 'dark'] as const;

const { open, site, pageTest } = usePlayground();

/** Replaces the file in the editor, and waits until the text is kept for the next visit. */
async function writeKept(opened: PlaygroundPage, text: string): Promise<void> {
  await opened.paste(text);
  await waitFor('the text is kept', 30_000, async () => {
    const kept = await opened.page.evaluate("localStorage.getItem('vmgen-playground')");
    return String(kept).includes(text.trim()) ? true : undefined;
  });
}

const isServer = (name: string): boolean => /^server\.worker/.test(name);
const isTypes = (name: string): boolean => /^types\.worker/.test(name);
const fileOf = (name: string): string => (name === 'playground' ? 'index.html' : name);
const shown = (bytes: number): string => `${Math.round(bytes / KIB)} KiB`;

interface Sizes {
  readonly raw: number;
  readonly gzip: number;
  readonly brotli: number;
}

/** What a file weighs, in bytes. */
function sizesOf(name: string): Sizes {
  const bytes = readFileSync(path.join(site().folder, fileOf(name)));
  return {
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    // A higher quality is a tenth smaller, and takes several times as long.
    brotli: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length,
  };
}

describe('a visit', () => {
  pageTest(
    'transfers little before the first keystroke and before completion works',
    async (opened) => {
      await opened.typesReady();
      const names = opened.requests.map((url) => path.posix.basename(new URL(url).pathname));
      // The API server is loaded after the worker that completes types, and that one after the worker that compiles.
      const all = names.slice(0, names.findIndex(isServer));
      const firstCount = all.findIndex(isTypes);
      assert.ok(firstCount > 1, names.join());
      const sizes = all.map(sizesOf);
      for (const [what, requested, most] of [
        ['the first keystroke', sizes.slice(0, firstCount), 800 * KIB],
        ['completion works', sizes, 1.6 * KIB * KIB],
      ] as const) {
        const sum = (kind: keyof Sizes): number =>
          requested.reduce((total, each) => total + each[kind], 0);
        const [raw, gzip, brotli] = [sum('raw'), sum('gzip'), sum('brotli')];
        note(
          `${shown(brotli)} before ${what} (brotli; ${shown(gzip)} with gzip, ${shown(raw)} not compressed)`,
        );
        // Not every server has brotli.
        assert.ok(gzip <= most, `${gzip} bytes before ${what}`);
      }
      assert.deepEqual(
        [...new Set(names)].filter((name) => !readdirSync(site().folder).includes(fileOf(name))),
        [],
        'something else is requested',
      );
    },
  );

  pageTest('has diagnostics at once after a keystroke in 300 lines', async (opened) => {
    await opened.paste(typesOf(300));
    assert.equal(await opened.status, 'No problems.');
    const times = await opened.keystrokes(12);
    const [best = Infinity] = times.sort((a, b) => a - b);
    note(`from a keystroke in 300 lines to diagnostics: ${times.join(', ')} ms`);
    // Other suites run at the same time and delay some of them by more than the goal, so only the fastest one shows what
    // the page itself needs. `npm run bench playground` prints whether the median and the p95 meet the goal.
    assert.ok(best <= 100, `${best} ms`);
  });

  test('has a content security policy without exceptions', async () => {
    const response = await fetch(site().url);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.ok((await response.text()).includes(`content="${policy}"`));
  });

  test('works again without a network', async () => {
    const opened = await open();
    try {
      const { page } = opened;
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
      await page.context().setOffline(true);
      await page.reload();
      await opened.compiled();
      assert.equal(await opened.status, 'No problems.');
      await opened.assertUsable();
      assert.match(await opened.kubectl('kubectl get namespaces'), /kube-system/);
      await opened.assertCompletes();
      assert.deepEqual(opened.problems, []);
    } finally {
      await opened.close();
    }
  });

  pageTest('continues with the text of the last one', async (opened) => {
    await writeKept(opened, '// remembered\n');
    await opened.page.reload();
    await opened.compiled();
    assert.match(await opened.visibleText, /^\/\/ remembered/);
  });
});

describe('two tabs', () => {
  pageTest('keep their own texts when they are loaded again', async (opened) => {
    const { page } = opened;
    await writeKept(opened, '// first\n');
    const other = new PlaygroundPage(await page.context().newPage(), site().url);
    await other.goTo('');
    assert.match(await other.visibleText, /^\/\/ first/);
    await writeKept(other, '// second\n');
    await page.reload();
    await opened.compiled();
    assert.match(await opened.visibleText, /^\/\/ first/);
    await other.page.reload();
    await other.compiled();
    assert.match(await other.visibleText, /^\/\/ second/);
  });
});

describe('a link', () => {
  pageTest('contains the files, and is copied', async (opened) => {
    await opened.paste('// shared: Größe 🙂\n');
    await opened.button('Share').click();
    await opened.page.getByText('The link is copied.').waitFor();
    const link = await opened.page.evaluate('navigator.clipboard.readText()');
    const { hash } = new URL(String(link));
    const other = await open({ hash });
    try {
      assert.match(await other.visibleText, /^\/\/ shared: Größe 🙂/);
      assert.deepEqual(other.problems, []);
    } finally {
      await other.close();
    }
  });

  pageTest('does not replace what the user has written', async (opened) => {
    const { page } = opened;
    const first = page.locator('.pane.types').getByText('// shared');
    await opened.paste('// shared\n');
    await opened.button('Share').click();
    await page.getByText('The link is copied.').waitFor();
    const { hash } = new URL(page.url());
    await writeKept(opened, '// written later\n');
    assert.equal(new URL(page.url()).hash, '', 'the address has another state than the page');
    await page.reload();
    await opened.compiled();
    assert.match(await opened.visibleText, /^\/\/ written later/);
    await opened.goTo(hash);
    await first.waitFor();
    await opened.choose('policy');
    await page.reload();
    await opened.compiled();
    assert.match(await opened.visibleText, /^\/\/ written later/);
  });

  pageTest(
    'can have the name of an example',
    async (opened) => opened.tab('data/v1/types.ts').waitFor(),
    { hash: '#policy' },
  );

  pageTest(
    'has a notice if it is damaged, after which the focus is on the page',
    async ({ page }) => {
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).press('Enter');
      await page.getByRole('alert').waitFor({ state: 'hidden' });
      assert.equal(await page.evaluate('document.activeElement.id'), 'playground');
    },
    { hash: '#s1=%%%' },
  );

  pageTest('is refused with a reason if the files are too long', async (opened) => {
    let text = '';
    for (let at = 0; text.length < 90_000; at++) text += `// ${Math.sin(at).toString(36)}\n`;
    await opened.paste(text);
    await opened.button('Share').click();
    await opened.page.getByText('The files are too long for a link.').waitFor();
  });
});

describe('the import of a CRD', () => {
  pageTest('shows types from which the same CRD is generated', async (opened) => {
    const { page } = opened;
    await page.getByLabel('Example', { exact: true }).selectOption('import');
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await opened.compiled();
    assert.equal(await opened.status, 'No problems.');
    assert.match(await opened.visibleText, /interface CronTab extends TypeMeta/);
    await opened.button('Apply CRD and sample').click();
    await page.getByText('crontab.stable.example.com/nightly created').waitFor();
  });

  pageTest('reports what is invalid, and keeps the text', async (opened) => {
    const { page } = opened;
    await opened.button('Import a CRD').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('kind: ConfigMap\n');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('The text contains no CustomResourceDefinition.').waitFor();
    assert.equal(await dialog.getByRole('textbox').inputValue(), 'kind: ConfigMap\n');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.match(await opened.visibleText, /interface Site extends TypeMeta/);
  });
});

/** Presses Tab until the element with the focus has this name. */
async function tabTo({ page }: PlaygroundPage, name: RegExp): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(`(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    })()`);
    if (name.test(focused)) return;
    seen.push(focused.slice(0, 40));
  }
  assert.fail(`no ${name.source} among ${seen.join(', ')}`);
}

describe('the keyboard', () => {
  pageTest('reaches everything', async (opened) => {
    const { page } = opened;
    await tabTo(opened, /^Skip to the playground/);
    await page.keyboard.press('Enter');
    await tabTo(opened, /^Example$/);
    await tabTo(opened, /^web\/v1\/types.ts/);
    await page.keyboard.press('ArrowRight');
    assert.match(await opened.visibleText, /^# kubectl apply/);
    await page.keyboard.press('ArrowLeft');
    await tabTo(opened, /^web\/v1\/types.ts\. Press Escape/);
    await page.keyboard.press('Tab');
    assert.match(await opened.visibleText, /^ {2}\/\/ \+groupName/);
    await page.keyboard.press('Escape');
    await tabTo(opened, /^CRD$/);
    await page.keyboard.press('End');
    assert.equal(await opened.tab('Costs').getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Home');
    await tabTo(opened, /^Copy$/);
    await tabTo(opened, /^Apply CRD and sample$/);
    await page.keyboard.press('Enter');
    await page.getByText('site.web.example.com/shop created').waitFor();
    await opened.idle();
    await tabTo(opened, /^Command of kubectl$/);
    await page.keyboard.type('kubectl get sites -o name');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('site.web.example.com/shop', { exact: true }).waitFor();
  });
});

describe('a screen reader', () => {
  pageTest('reads out the number of problems', async (opened) => {
    const status = opened.page.getByRole('status');
    await status.getByText('No problems.').waitFor();
    await opened.assertUsable();
    await status.getByText('1 error.').waitFor();
  });

  pageTest('reads out a command and its output as one message', async (opened) => {
    // On a busy machine a command may take longer, and is then shown before its output.
    await waitFor('a command is one message', 20_000, async () => {
      await opened.kubectl('kubectl get namespaces');
      const message = await opened.page.locator('[role=log] > :last-child').innerText();
      return /^\$ kubectl get namespaces\nNAME [^]*kube-system/.test(message) ? true : undefined;
    });
  });
});

/** Shows each part of the page in turn, and checks it. */
async function eachPart(
  opened: PlaygroundPage,
  check: (part: string) => Promise<void>,
): Promise<void> {
  const { page } = opened;
  const isNarrow = (page.viewportSize()?.width ?? 0) < 800;
  const pane = async (name: string): Promise<void> => {
    if (isNarrow) await opened.tab(name).click();
  };
  await check('types');
  await pane('Output');
  for (const tab of ['CRD', 'Client', 'Policies', 'Costs']) {
    await opened.tab(tab).click();
    await check(tab);
  }
  await pane('Types');
  await opened.assertUsable();
  await pane('Output');
  await opened.tab('Problems').click();
  await check('Problems');
  await pane('API server');
  await opened.kubectl('kubectl get nothing');
  await check('server');
  await opened.button('Import a CRD').click();
  await check('import');
}

describe('the page', () => {
  for (const viewport of [PHONE, DESKTOP]) {
    for (const colorScheme of SCHEMES) {
      pageTest(
        `is accessible and fits at ${viewport.width} px in ${colorScheme} colours`,
        async (opened) => {
          await eachPart(opened, async (part) => {
            assert.deepEqual(await axeViolations(opened.page), [], part);
            const [content, visible] = await widths(opened.page);
            assert.ok(content <= visible, `${part}: ${content} px of content in ${visible} px`);
          });
        },
        { viewport, colorScheme },
      );
    }
  }

  pageTest(
    'keeps the chosen colours',
    async (opened) => {
      const { page } = opened;
      const colours = page.getByRole('button', { name: 'Dark colours' });
      assert.equal(await colours.getAttribute('aria-pressed'), 'false');
      await colours.click();
      await page.reload();
      assert.equal(await colours.getAttribute('aria-pressed'), 'true');
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      assert.equal(background, 'rgb(20, 23, 26)');
    },
    { colorScheme: 'light' },
  );
});
