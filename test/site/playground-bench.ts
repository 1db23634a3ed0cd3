import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser/launch-chromium.js';
import { openPlayground, servePlayground, typesOf } from './playground-page.js';
import type { ServedPlayground } from './playground-page.js';

/**
 * What a visit of the playground costs, in headless Chromium: `npm run bench playground` runs this program in a process
 * of its own. The baseline of a visit is the same browser with an empty page.
 */
const VISITS = 5;
const KEYSTROKES = 40;
/** From a keystroke to its diagnostics, at most. */
const KEYSTROKE_MS = 100;
const COMMANDS = 30;

/** The value below which this share of the values is. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

const shown = (values: readonly number[]): string =>
  `median ${quantile(values, 0.5).toFixed(0)} ms, p95 ${quantile(values, 0.95).toFixed(0)} ms`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function visits(browser: Browser, site: ServedPlayground): Promise<void> {
  const [empty, first]: [number[], number[]] = [[], []];
  for (let round = 0; round < VISITS; round++) {
    const page = await browser.newPage();
    empty.push(await timed(() => page.goto('about:blank')));
    await page.close();
    first.push(await timed(async () => (await openPlayground(browser, site)).close()));
  }
  console.log(`an empty page                 ${shown(empty)}`);
  console.log(`a visit, to diagnostics       ${shown(first)}`);
}

async function work(browser: Browser, site: ServedPlayground): Promise<void> {
  const opened = await openPlayground(browser, site);
  await opened.paste(typesOf(300));
  const keystrokes = await opened.keystrokes(KEYSTROKES);
  const [median, p95] = [0.5, 0.95].map((share) =>
    quantile(keystrokes, share) <= KEYSTROKE_MS ? 'met' : 'missed',
  );
  console.log(`keystroke in 300 lines        ${shown(keystrokes)}`);
  console.log(`  goal <= ${KEYSTROKE_MS} ms              median ${median}, p95 ${p95}`);
  await opened.kubectl('kubectl get namespaces');
  const commands: number[] = [];
  for (let round = 0; round < COMMANDS; round++) {
    commands.push(await timed(() => opened.kubectl('kubectl get namespaces')));
  }
  console.log(`kubectl get namespaces        ${shown(commands)}`);
  await opened.close();
}

const site = await servePlayground();
for (const name of readdirSync(site.folder).sort()) {
  const bytes = gzipSync(readFileSync(path.join(site.folder, name)), { level: 9 }).length;
  console.log(`${name.padEnd(30)}${(bytes / 1024).toFixed(0).padStart(5)} KiB (gzip)`);
}
const browser = await launchChromium();
await visits(browser, site);
await work(browser, site);
await browser.close();
await site.close();
