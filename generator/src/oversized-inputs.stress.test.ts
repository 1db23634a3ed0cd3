import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileAll, fileText } from './testing/compile-text.js';
import { lines, OVERSIZED_INPUTS, spec, times } from '@vmgen/fixtures/generator/oversized-inputs';

/** What an idle machine does in a second or two; before, these hung or broke the stack. */
const CEILING_MS = 20_000;

for (const { title, files, diagnostics } of OVERSIZED_INPUTS) {
  test(`compiles or rejects in bounded time: ${title}`, { timeout: CEILING_MS }, () => {
    const compiled = compileAll(files());
    const texts = compiled.diagnostics.map(
      ({ position, message }) => `${position?.line}:${position?.column}: ${message}`,
    );
    assert.equal(texts.length > 0, diagnostics.length > 0, texts.join('\n'));
    for (const [index, expected] of diagnostics.entries())
      assert.match(texts[index] ?? '', expected);
    assert.ok(!texts.some((text) => text.includes('call stack')));
    const isWritten = compiled.files.length > 0;
    assert.equal(
      isWritten,
      compiled.diagnostics.every(({ severity }) => severity === 'warning'),
    );
  });
}

for (const form of ['NAME', 'NonNullable<NAME>', 'Exclude<NAME, 1>']) {
  test(`follows a chain of 5,000 aliases to its end: ${form}`, () => {
    const link = (index: number): string =>
      `type A${index + 1} = ${form.replace('NAME', `A${index}`)};`;
    const compiled = compileAll(spec('  a: A5000;', `type A0 = string;\n${lines(5000, link)}`));
    assert.deepEqual(compiled.diagnostics, []);
    assert.match(fileText(compiled, 'crds/example.com_things.yaml'), /\n +a:\n +type: string\n/);
  });
}

test('reports a chain of interfaces that is too long at an interface of the chain', () => {
  const chain = lines(16_000, (i) => `export interface I${i + 1} extends I${i} {}`);
  const compiled = compileAll(spec('  a: I16000;', `export interface I0 { b: string }\n${chain}`));
  const [first, ...rest] = compiled.diagnostics;
  assert.match(first?.message ?? '', /nested too deeply/);
  assert.ok((first?.position?.line ?? 0) > 13, JSON.stringify(first));
  assert.deepEqual(rest, []);
});

test('reports all of 10,000 diagnostics once', () => {
  const { diagnostics } = compileAll(spec(lines(10_000, (i) => `  a${i}: Unknown${i};`)));
  const [size, ...fields] = diagnostics.map(({ code }) => code);
  assert.equal(size, 'VMGEN6102');
  assert.deepEqual(fields, Array(10_000).fill('VMGEN1101'));
});

test('keeps the order of fields in a long chain of bases', () => {
  const chain = lines(30, (i) => `export interface I${i} extends I${i + 1} { f${i}: string }`);
  const compiled = compileAll(spec('  a: I0;', `${chain}\nexport interface I30 { b: string }`));
  const crd = fileText(compiled, 'crds/example.com_things.yaml');
  const names = [...crd.matchAll(/^ +(b|f\d+):$/gm)].map(([, name]) => name);
  assert.deepEqual(names, ['b', ...times(30, (i) => `f${29 - i}`)]);
});
