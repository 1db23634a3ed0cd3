import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CodeFences } from './code-fence.js';

/** Each line behind a mark: `|` for code, a dot for text. */
const CASES: Readonly<Record<string, string>> = {
  'tildes as backticks': '.a\n|~~~\n|b\n|~~~\n.c',
  'a fence of the other character is code': '|~~~\n|```\n|b\n|~~~\n.c',
  'a shorter fence is code': '|````\n|```\n|b\n|````\n.c',
  'a longer fence closes': '|~~~\n|b\n|~~~~~\n.c',
  'a fence with words does not close': '|```ts\n|``` ts\n|b\n|```\n.c',
  'words behind tildes may hold backticks and tildes': '|~~~ a ` ~~~\n|b\n|~~~',
  'a backtick behind backticks is code in a line': '.``` a ```\n.b',
  'two are no fence': '.~~\n.b\n.``\n.c',
  'three spaces before a fence': '|   ```\n|b\n|  ```\n.c',
  'four spaces before a fence are text': '.    ```\n.b',
  'an item of a list is set in':
    '.- a\n.\n|  ```\n|  b\n|  ```\n.- c\n|     ~~~\n|     d\n|     ~~~\n.e',
  'a fence begins an item of a list': '|- ```\n|  b\n|  ```\n.c',
  'an open fence goes on to the end': '.a\n|~~~\n|b\n|',
};

for (const [title, marked] of Object.entries(CASES)) {
  test(`fenced code: ${title}`, () => {
    const fences = new CodeFences();
    const lines = marked.split('\n');
    const actual = lines.map((line) => (fences.isCode(line.slice(1)) ? '|' : '.') + line.slice(1));
    assert.deepEqual(actual, lines);
  });
}
