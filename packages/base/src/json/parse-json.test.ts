import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuplicateFields } from './duplicate-fields.js';
import { parseJsonExact } from './parse-json-exact.js';
import { parseJsonStrict } from './parse-json.js';

const texts: readonly string[] = [
  '{"a":1,"b":[true,null,"x"]}',
  '{"a":1}\n',
  '{"a":1}\n\n',
  ' { "a" : 1 } ',
  '{"a":1,"a":2}',
  '{"a":{"b":1,"b":1}}',
  '{"a":1,"\\u0061":2}',
  '{"2":1,"1":2}',
  '{"1":1,"2":2}',
  '{"__proto__":{"a":1}}',
  '{"a":"\\ud800"}',
  '{"a":"\ud800"}',
  '{"a":"\\u003c","b":"\u00e4\u{1f600}"}',
  '{"a":"\\"\\\\\\n"}',
  '[-0,0,1.0,1e3,1e+21,1e21,0.1,-1.5e-7]',
  '[9007199254740993,9223372036854775807,9223372036854775808,123456789012345]',
  '1',
  '"x"',
  'null',
  '',
  '{',
  '{"a":1,}',
  `${'['.repeat(400)}${']'.repeat(400)}`,
  `${'['.repeat(401)}${']'.repeat(401)}`,
];

/** What a parser returns, or the message of its error. */
function outcome(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return String(error);
  }
}

test('parseJsonStrict returns the same result as the exact parser for all forms of text', () => {
  for (const text of texts) {
    const duplicates = new DuplicateFields();
    const expected = outcome(() => {
      const value = parseJsonExact(text, duplicates);
      return { value, paths: [...duplicates.paths] };
    });
    const actual = outcome(() => {
      const { value, duplicates: paths } = parseJsonStrict(text);
      return { value, paths: [...paths] };
    });
    assert.deepEqual(actual, expected, text.slice(0, 40));
  }
});
