import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { parse } from 'yaml';
import { ChartValue } from './chart-value.js';
import { manifestHelpers, type ManifestTarget } from './manifest-helpers.js';

const HOSTILE = [
  ...['no', '1.0', 'a: b', '# a', '- a', '{{ .Values.image }}', '{{`{{`}}', '\'"`', ' a ', ''],
  ...['a\n---\nb', 'a\r\u2028b', '"}}\n{{ fail }}', '\u0000\u0085', '*a', '!!int 1'],
];

const value = (target: ManifestTarget, ...parts: unknown[]): string =>
  manifestHelpers(target).value(...parts, {});

/** What Helm prints for text without other expressions. */
const rendered = (text: string): string => {
  const rest = text.replaceAll('{{`{{`}}', '');
  assert.ok(!rest.includes('{{'), text);
  return text.replaceAll('{{`{{`}}', '{{');
};

test('prints any text as a scalar on one line, also joined from parts', () => {
  for (const text of HOSTILE) {
    const printed = value('manifest', text);
    assert.doesNotMatch(printed, /\n/);
    assert.deepEqual(parse(`- ${printed}`, { version: '1.1' }), [text]);
    assert.deepEqual(parse(`- ${value('manifest', 'x', text, 1)}`), [`x${text}1`]);
  }
});

test('prints text in a chart so that Helm prints the text of the manifest', () => {
  for (const text of HOSTILE) {
    assert.deepEqual(parse(`- ${rendered(value('chart', text))}`), [text]);
    const printed = manifestHelpers('chart').yaml({ [text]: [text] }, 2);
    assert.deepEqual(parse(rendered(printed)), { [text]: [text] });
  }
});

test('prints values of the chart as expressions of Helm', () => {
  const replicas = new ChartValue('int .Values.replicas', true);
  assert.equal(value('chart', replicas), '{{ int .Values.replicas }}');
  assert.equal(value('chart', replicas, 'Mi'), '"{{ int .Values.replicas }}Mi"');
  assert.equal(value('chart', new ChartValue('.Values.image')), '"{{ .Values.image }}"');
  assert.equal(value('chart', '{{', replicas), '"{{`{{`}}{{ int .Values.replicas }}"');
});

test('prints conditions of the chart as blocks of Helm, and decides others', () => {
  const helpers = manifestHelpers('chart');
  const [fn, inverse] = [() => 'yes\n', () => 'no\n'];
  const none = () => '';
  const flag = new ChartValue('.Values.flag');
  assert.equal(
    helpers.if(flag, { fn, inverse: none }),
    '{{- if .Values.flag }}\nyes\n{{- end }}\n',
  );
  assert.equal(
    helpers.if(flag, { fn, inverse }),
    '{{- if .Values.flag }}\nyes\n{{- else }}\nno\n{{- end }}\n',
  );
  assert.equal(
    helpers.unless(flag, { fn, inverse: none }),
    '{{- if not .Values.flag }}\nyes\n{{- end }}\n',
  );
  assert.equal(
    helpers.with(flag, { fn: String, inverse: none }),
    '{{- with .Values.flag }}\n{{ . }}{{- end }}\n',
  );
  assert.equal(
    helpers.if(true, { fn, inverse }) + helpers.unless(true, { fn, inverse }),
    'yes\nno\n',
  );
  assert.equal(helpers.if([], { fn, inverse }) + helpers.with({}, { fn, inverse }), 'no\n');
});

test('rejects a view without the value', () => {
  assert.throws(() => value('manifest', undefined), /the view has no text/);
  assert.throws(() => value('manifest', 'a', {}), /the view has no text/);
  const helpers = manifestHelpers('manifest');
  assert.throws(() => helpers.yaml('text', 0), /the view has no object/);
  assert.throws(
    () => helpers.if(undefined, { fn: String, inverse: String }),
    /the view has no object/,
  );
});

test('prints each value of a template for YAML with a helper', () => {
  const root = fileURLToPath(new URL('../../../templates/', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /[/\\]/.test(path) && path.endsWith('.hbs'),
  );
  assert.ok(files.length > 10);
  for (const file of files) {
    const tags = readFileSync(root + file, 'utf8').matchAll(/\{\{(?!!--)[^}]*\}\}/g);
    for (const [tag] of tags) {
      assert.match(tag, /^\{\{(?:value |yaml |field |[#/]|else\}|> partials\/)/, file);
    }
  }
});
