import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { HOSTILE_SOURCES } from '@vmgen/fixtures/generator/hostile-texts';
import { OVERSIZED_INPUTS } from '@vmgen/fixtures/generator/oversized-inputs';
import {
  kindWith,
  pasteInto,
  UNSAFE,
  usePlayground,
  type PlaygroundPage,
} from './playground-page.js';

const MEGABYTES = 1_000_000;

const { open, pageTest } = usePlayground();

const linkOf = (state: unknown): string =>
  `#s1=${deflateRawSync(JSON.stringify(state)).toString('base64url')}`;

/** On a busy machine, a large text may take longer than a worker has. */
const SILENT = 'the worker did not answer for 3 s';
const TOO_LARGE = '.* characters; the playground accepts (?:4|6)00,000';

/** The outcome of an input: that it is refused before it is compiled, or its diagnostics. */
const outcomeOf = (isValid: boolean): RegExp =>
  new RegExp(
    `^(?:Not compiled: (?:${TOO_LARGE}|${SILENT})|${isValid ? 'No problems' : '\\d+ (?:error|warning)s?(?:, \\d+ (?:warning|note)s?)*'})\\.`,
  );

const isOneFile = ({ files }: (typeof OVERSIZED_INPUTS)[number]): boolean =>
  Object.keys(files()).length === 1;

describe('hostile types', () => {
  pageTest('lead only to diagnostics if they are oversized', async (opened) => {
    for (const { title, files, diagnostics = [] } of OVERSIZED_INPUTS.filter(isOneFile)) {
      await opened.paste(Object.values(files()).join());
      assert.match(await opened.status, outcomeOf(diagnostics.length === 0), title);
      await opened.page.keyboard.press('Control+Space');
    }
    await opened.assertUsable();
    await opened.assertCompletes();
  });

  for (const { title, files, diagnostics = [] } of OVERSIZED_INPUTS.filter(
    (each) => !isOneFile(each),
  )) {
    const texts = files();
    const count = Object.keys(texts).length;
    test(`lead only to diagnostics in a link with ${count} files: ${title}`, async () => {
      const active = 'example/v1/types.ts';
      const opened = await open({ hash: linkOf({ files: texts, active }) });
      try {
        if (count > 64) {
          const alert = opened.page.getByRole('alert').getByText('The link is');
          const reason = new RegExp(
            `The link is (?:too long to be read|invalid: ${count} files; the playground accepts 64)\\.`,
          );
          assert.match(await alert.innerText(), reason);
        } else {
          await opened.tab(active).waitFor();
          assert.match(await opened.status, outcomeOf(diagnostics.length === 0));
        }
        await opened.assertUsable();
        assert.deepEqual(opened.problems, []);
      } finally {
        await opened.close();
      }
    });
  }

  pageTest('are shown as text', async (opened) => {
    await opened.tab('Problems').click();
    for (const { title, files } of HOSTILE_SOURCES) {
      await opened.paste(Object.values(files).join());
      const status = await opened.status;
      assert.match(status, /^(?:No problems|\d+ (?:error|warning|note))/, title);
      if (status === 'No problems.') continue;
      assert.doesNotMatch(await opened.page.locator('.problems').innerText(), UNSAFE, title);
    }
    const image = '<img src=x onerror="window.hacked=1">';
    await opened.paste(`export interface A { a: '${image}'; b: Strin }\n// +${image}\n`);
    await opened.kubectl(`kubectl get '${image}'`);
    assert.ok((await opened.log).includes(image));
    await opened.kubectl("kubectl get 'a\u202eb\u2066c'");
    assert.match(await opened.log, /a\\u\{202e\}b\\u\{2066\}c/);
    assert.doesNotMatch(await opened.log, UNSAFE);
    assert.equal(await opened.page.locator('img').count(), 0);
    assert.equal(await opened.page.evaluate('window.hacked'), undefined);
    await opened.assertUsable();
  });

  for (const [title, separator] of [
    ['one line', ' '],
    ['many lines', '\n'],
  ] as const) {
    pageTest(`with thousands of problems in ${title} leave the page usable`, async (opened) => {
      const fields = Array.from({ length: 10_000 }, (_, at) => `f${at}: X${at};`);
      await opened.paste(kindWith(fields.join(separator)));
      assert.match(
        await opened.status,
        new RegExp(`^(?:10\\d* errors(?:, 1 warning)?|Not compiled: ${SILENT})\\.`),
      );
      await opened.assertUsable();
    });
  }

  for (const [title, text] of [
    ['one line', 'x'.repeat(10 * MEGABYTES)],
    ['many lines', 'type A = string;\n'.repeat((10 * MEGABYTES) / 17)],
  ] as const) {
    pageTest(`of 10 MB in ${title} are refused, and the page stays usable`, async (opened) => {
      await opened.paste(text);
      assert.match(
        await opened.status,
        /^Not compiled: .* characters; the playground accepts 400,000\.$/,
      );
      await opened.assertUsable();
    });
  }
});

describe('hostile texts elsewhere', () => {
  pageTest('are refused by the import', async (opened) => {
    const { page } = opened;
    await opened.button('Import a CRD').click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox');
    const texts = {
      large: 'x'.repeat(10 * MEGABYTES),
      aliases: `a: &a [x, x]\n${Array.from({ length: 30 }, (_, at) => `${'b'.repeat(at + 1)}: &${'b'.repeat(at + 1)} [*${at === 0 ? 'a' : 'b'.repeat(at)}, *${at === 0 ? 'a' : 'b'.repeat(at)}]`).join('\n')}`,
      deep: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      html: 'kind: <img src=x onerror="window.hacked=1">',
    };
    for (const [title, text] of Object.entries(texts)) {
      await field.evaluate((element, value) => {
        (element as HTMLTextAreaElement).value = value;
      }, text);
      await dialog.getByRole('button', { name: 'Import' }).click();
      await dialog.getByRole('alert').locator('p').first().waitFor();
      assert.equal(await page.locator('img').count(), 0, title);
    }
    await page.keyboard.press('Escape');
    await opened.assertUsable();
  });

  pageTest('are refused by the terminal', async (opened) => {
    const input = opened.page.getByLabel('Command of kubectl');
    await input.fill(`kubectl get ${'x'.repeat(2 * MEGABYTES)}`);
    await input.press('Enter');
    await opened.idle();
    await opened.tab('objects.yaml').click();
    await opened.editor.focus();
    await opened.page.keyboard.press('Control+a');
    await pasteInto(opened.editor, `a: ${'x'.repeat(10 * MEGABYTES)}`);
    await opened.kubectl('kubectl apply -f objects.yaml');
    assert.match(await opened.log, /error: .*at most 3 MiB are read/);
    assert.match(await opened.kubectl('kubectl get namespaces'), /kube-system/);
  });

  const files = { 'web/v1/types.ts': '' };
  for (const [title, hash, reason] of [
    ['no data', '#s1=%%%', 'The link is incomplete or damaged.'],
    [
      'a path outside',
      linkOf({ files: { '../x.ts': '' }, active: '../x.ts' }),
      'The link is invalid',
    ],
    ['HTML', linkOf({ files, active: '<img src=x onerror="hacked=1">' }), 'The link is invalid'],
    [
      'a large content',
      linkOf({ files, active: 'x'.repeat(4 * MEGABYTES) }),
      'The link is invalid',
    ],
    ['a long text', `#s1=${'A'.repeat(MEGABYTES)}`, 'The link is too long to be read.'],
  ] as const) {
    pageTest(
      `are refused in a link with ${title}`,
      async (opened) => {
        await opened.page.getByRole('alert').getByText(reason).waitFor();
        await opened.assertUsable();
      },
      { hash },
    );
  }
});

describe('a worker that does not answer', () => {
  /** Replaces the first load of a worker by one that is busy for ever. */
  async function openWithBusy(worker: RegExp): Promise<PlaygroundPage> {
    const opened = await open({ serviceWorkers: 'block' });
    const url = opened.page.url();
    // Otherwise, a late load of this page could be the first one.
    await opened.page.goto('about:blank');
    let loads = 0;
    await opened.page.context().route(worker, async (route) => {
      if (loads++ > 0) return route.continue();
      const body =
        "postMessage({ type: 'ready' }); addEventListener('message', () => { for (;;); });";
      return route.fulfill({ contentType: 'text/javascript', body });
    });
    await opened.page.goto(url);
    return opened;
  }

  pageTest('is replaced, and the text is kept: the compiler', async () => {
    const opened = await openWithBusy(/compiler\.worker/);
    try {
      const notice = opened.page.getByText(
        'The compiler did not answer for 3 s and was started again.',
      );
      await notice.waitFor();
      assert.match(await opened.visibleText, /interface Site extends TypeMeta/);
      await opened.assertUsable();
      assert.equal(await notice.isVisible(), false);
    } finally {
      await opened.close();
    }
  });

  pageTest('is replaced: the completion of types', async () => {
    const opened = await openWithBusy(/types\.worker/);
    try {
      const { page } = opened;
      await page.getByText('The completion of types did not answer for 3 s').waitFor();
      await opened.assertCompletes();
    } finally {
      await opened.close();
    }
  });

  pageTest('is replaced: the API server', async () => {
    const opened = await openWithBusy(/server\.worker/);
    try {
      await opened.kubectl('kubectl get namespaces');
      assert.match(
        await opened.log,
        /The API server did not answer for 3 s\. Another one was started/,
      );
      assert.match(await opened.kubectl('kubectl get namespaces'), /kube-system/);
    } finally {
      await opened.close();
    }
  });
});
