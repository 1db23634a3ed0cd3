import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CodeFences } from './code-fence.js';

/** Each line behind a mark: `|` for code, a dot for text. */
const CASES: Readonly<Record<string, string>> = {
  'handles tildes like backticks': '.a\n|~~~\n|b\n|~~~\n.c',
  'treats a fence of the other character as code': '|~~~\n|```\n|b\n|~~~\n.c',
  'treats a shorter fence as code': '|````\n|```\n|b\n|````\n.c',
  'closes at a longer fence': '|~~~\n|b\n|~~~~~\n.c',
  'does not close at a fence with words': '|```ts\n|``` ts\n|b\n|```\n.c',
  'accepts backticks and tildes in the words after tildes': '|~~~ a ` ~~~\n|b\n|~~~',
  'treats a backtick after backticks as inline code': '.``` a ```\n.b',
  'does not open at two characters': '.~~\n.b\n.``\n.c',
  'accepts three spaces before a fence': '|   ```\n|b\n|  ```\n.c',
  'treats a fence after four spaces as text': '.    ```\n.b',
  'accepts a fence in an indented list item':
    '.- a\n.\n|  ```\n|  b\n|  ```\n.- c\n|     ~~~\n|     d\n|     ~~~\n.e',
  'accepts a fence at the start of a list item': '|- ```\n|  b\n|  ```\n.c',
  'continues an open fence to the end': '.a\n|~~~\n|b\n|',
};

for (const [title, marked] of Object.entries(CASES)) {
  test(`finds fenced code: ${title}`, () => {
    const fences = new CodeFences();
    const lines = marked.split('\n');
    const actual = lines.map((line) => (fences.isCode(line.slice(1)) ? '|' : '.') + line.slice(1));
    assert.deepEqual(actual, lines);
  });
}
