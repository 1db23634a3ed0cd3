import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator } from 'playwright-core';
import { kindWith, usePlayground, type PlaygroundPage } from './playground-page.js';
import { axeViolations } from './site-pages.js';

const { pageTest } = usePlayground();

/** Adds a line after another one of the first example, without the completion that is open at its end. */
async function typeAfter({ page, editor }: PlaygroundPage, line: string, text: string) {
  await editor.getByText(line, { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type(text);
}

const options = ({ page }: PlaygroundPage): Locator =>
  page.getByRole('listbox').getByRole('option');

/** What is completed at the cursor. */
async function completed(opened: PlaygroundPage): Promise<string[]> {
  await options(opened).first().waitFor();
  return opened.page.locator('.cm-completionLabel').allInnerTexts();
}

describe('names of types', () => {
  pageTest('are completed, with their types and the imports that they need', async (opened) => {
    const { page } = opened;
    await typeAfter(opened, 'host: string;', 'size?: Quant');
    const option = options(opened).filter({ hasText: 'Quantity' });
    assert.match(await option.innerText(), /^Quantity\s*from @vmgen\/runtime$/);
    const info = page.locator('.cm-completionInfo');
    assert.match(await info.innerText(), /^type Quantity = string \| number\s+An amount such as/);
    await opened.accept(/^import type .* Quantity, .*;$[^]*^ {2}size\?: Quantity$/m);
    await page.getByText('No problems.').first().waitFor();
  });

  pageTest('are completed by the keyboard alone, also those of fields', async (opened) => {
    const { page } = opened;
    await typeAfter(opened, 'host: string;', "paths?: SiteSpec['ro");
    assert.deepEqual(await completed(opened), ['routes']);
    await page.keyboard.press('Escape');
    await options(opened).first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Space');
    assert.deepEqual(await completed(opened), ['routes']);
    await opened.accept(/^ {2}paths\?: SiteSpec\['routes'\]$/m);
    await page.keyboard.type("'];\nroute2?: S");
    assert.deepEqual((await completed(opened)).slice(0, 3), ['Site', 'SiteSpec', 'SiteStatus']);
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('ArrowDown');
    await opened.accept(/^ {2}route2\?: SiteSpec$/m);
  });

  pageTest('are completed only in code, and markers only in comments', async (opened) => {
    const { page } = opened;
    await typeAfter(opened, 'host: string;', '// +k8s:ma');
    const markers = await completed(opened);
    assert.deepEqual(
      markers.filter((name) => !name.startsWith('+')),
      [],
    );
    await page.keyboard.press('Escape');
    await options(opened).first().waitFor({ state: 'detached' });
    await page.keyboard.type('\nmain?: S');
    const names = await completed(opened);
    assert.deepEqual(
      names.filter((name) => name.startsWith('+')),
      [],
    );
  });

  pageTest('of other files of the playground are completed', async (opened) => {
    const { page } = opened;
    await opened.choose('versions');
    await opened.tab('web/v1/types.ts').click();
    await opened.editor.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type("\nexport type Old = import('../v1alpha1/types.js').S");
    assert.deepEqual(await completed(opened), ['Site']);
  });

  pageTest('show their types beside the pointer', async (opened) => {
    const { page, editor } = opened;
    await opened.typesReady();
    await editor.getByText('spec: SiteSpec').hover({ position: { x: 90, y: 8 } });
    const tooltip = page.locator('.cm-tooltip-hover');
    await tooltip.getByText('interface SiteSpec').waitFor();
    await tooltip.getByText('SiteSpec is the desired state of a Site.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });

  pageTest('of hostile types are completed as text', async (opened) => {
    const { page } = opened;
    const image = '<img src=x onerror="window.hacked=1">';
    await opened.paste(
      `/** ${image} */\nexport type Hostile = '${image}';\n${kindWith('a?: Hos')}`,
    );
    await opened.editor.getByText('a?: Hos').click();
    await page.keyboard.press('End');
    for (const _ of ' };') await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('t');
    const info = page.locator('.cm-completionInfo');
    await info.getByText(image).first().waitFor();
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.evaluate('window.hacked'), undefined);
  });
});
