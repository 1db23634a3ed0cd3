import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createApiServer } from '@vmgen/apiserver';
import { type BuiltInData, createApiServer as createInBrowser } from '@vmgen/apiserver/browser';
import { build } from 'esbuild';
import { inRepository } from '../support/repository.js';
import {
  answersOf,
  answerTo,
  repeatable,
  watchedLines,
  WEBHOOK_CALL,
} from '../support/server-requests.js';

const DATA = inRepository('packages/apiserver/data');

const read = (file: string): object =>
  JSON.parse(readFileSync(path.join(DATA, file), 'utf8')) as object;

const builtIns: BuiltInData = {
  index: read('built-in.json'),
  types: Object.fromEntries(
    readdirSync(path.join(DATA, 'types')).map((file) => [
      path.basename(file, '.json'),
      read(`types/${file}`),
    ]),
  ),
};

describe('the API server for browsers', () => {
  test('answers as the one for Node', async () => {
    await using server = createInBrowser(builtIns, repeatable());
    await using local = createApiServer(repeatable());
    const expected = (await answersOf(local)).map(({ text, ...answer }) => ({
      ...answer,
      text: text.replace(/"platform": "[^"]*"/, '"platform": "js/wasm"'),
    }));
    assert.deepEqual(await answersOf(server), expected);
    const lines = await watchedLines(server);
    assert.equal(lines, await watchedLines(local));
    assert.equal(lines.match(/"type":"(ADDED|MODIFIED)"/g)?.length, 4);
  });

  test('rejects a write whose webhook is not in the program', async () => {
    await using server = createInBrowser(builtIns, repeatable());
    await answersOf(server);
    const { status, text } = await answerTo(server, WEBHOOK_CALL);
    assert.equal(status, 500);
    assert.match(text, /hooks\.invalid: this server has no network; answer the webhook with the/);
  });

  test('calls webhooks in the program', async () => {
    const handle = async (review: object): Promise<object> => {
      const { uid } = (review as { request: { uid: string } }).request;
      return { ...review, response: { uid, allowed: true } };
    };
    const webhookHandlers = { 'https://hooks.invalid': handle };
    await using server = createInBrowser(builtIns, { ...repeatable(), webhookHandlers });
    await answersOf(server);
    assert.equal((await answerTo(server, WEBHOOK_CALL)).status, 201);
  });

  test('is bundled for browsers without replacements of modules of Node', async () => {
    const { metafile, outputFiles } = await build({
      stdin: {
        contents: `export { createApiServer } from '@vmgen/apiserver/browser';
          export { builtIns } from '@vmgen/apiserver/built-ins';`,
        resolveDir: inRepository('test'),
      },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
      minify: true,
      outfile: 'server.js',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    assert.deepEqual(
      Object.values(metafile.outputs).flatMap(({ imports }) => imports),
      [],
    );
    const inputs = Object.keys(metafile.inputs).map((input) => path.basename(input));
    assert.ok(inputs.includes('apps.v1.json') && inputs.includes('browser.js'));
    const bytes = gzipSync(outputFiles[0]?.contents ?? '').length;
    assert.ok(bytes < 400 * 1024, `${Math.ceil(bytes / 1024)} KiB`);
  });

  test('names the package of types that its data lacks', async () => {
    await using server = createInBrowser({ ...builtIns, types: {} });
    const { text } = await answerTo(server, {
      method: 'GET',
      path: '/openapi/v3/apis/apps/v1',
    }).catch((error: unknown) => ({ text: String(error) }));
    assert.match(text, /the data of the built-in kinds has no package/);
  });
});
