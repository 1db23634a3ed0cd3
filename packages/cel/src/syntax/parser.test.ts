import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Uint } from '../values/value.js';
import type { Expr } from './ast.js';
import { parse } from './parser.js';

/** The tree as text: every call is written with its function's name. */
function printed(expr: Expr): string {
  const list = (parts: readonly Expr[]): string => parts.map(printed).join(', ');
  switch (expr.kind) {
    case 'literal':
      return printedLiteral(expr.value);
    case 'ident':
      return expr.name;
    case 'select':
      return `${expr.testOnly ? 'has ' : ''}${printed(expr.operand)}.${expr.field}`;
    case 'call': {
      const target = expr.target === undefined ? '' : `${printed(expr.target)}.`;
      return `${target}${expr.name}(${list(expr.args)})`;
    }
    case 'list':
      return `[${expr.elements.map((each, i) => (expr.optionals.has(i) ? '?' : '') + printed(each)).join(', ')}]`;
    case 'map':
      return `{${expr.entries.map(({ key, value, optional }) => `${optional ? '?' : ''}${printed(key)}: ${printed(value)}`).join(', ')}}`;
    case 'struct':
      return `${expr.typeName}{${expr.fields.map(({ name, value }) => `${name}: ${printed(value)}`).join(', ')}}`;
    case 'comprehension': {
      const variables = [expr.iterVar, expr.iterVar2].filter((each) => each !== undefined);
      const parts = [expr.accuInit, expr.condition, expr.step, expr.result].map(printed);
      return `fold(${variables.join(', ')} in ${printed(expr.range)}; ${parts.join('; ')})`;
    }
    case 'unspecified':
      return '?';
  }
}

function printedLiteral(value: unknown): string {
  if (value instanceof Uint8Array) return `b${JSON.stringify([...value])}`;
  if (value instanceof Uint) return `${value.value}u`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Expressions and their trees. */
const TREES: Readonly<Record<string, string>> = {
  // Precedence and associativity (cel-spec, "Syntax").
  '1 + 2 * 3': '_+_(1, _*_(2, 3))',
  '1 - 2 - 3': '_-_(_-_(1, 2), 3)',
  '(1 + 2) * 3': '_*_(_+_(1, 2), 3)',
  '1 / 2 % 3': '_%_(_/_(1, 2), 3)',
  'a < b == c': '_==_(_<_(a, b), c)',
  'a == b && c || d': '_||_(_&&_(_==_(a, b), c), d)',
  'a || b && c': '_||_(a, _&&_(b, c))',
  'a ? b : c ? d : e': '_?_:_(a, b, _?_:_(c, d, e))',
  'a || b ? c : d': '_?_:_(_||_(a, b), c, d)',
  'a in b && c': '_&&_(@in(a, b), c)',
  '!a.b': '!_(a.b)',
  '!!a': 'a',
  '-a.b()': '-_(a.b())',
  '-(1)': '-_(1)',
  '-1': '-1',
  // Cel-go balances long chains of && and ||.
  'a && b && c && d': '_&&_(_&&_(a, b), _&&_(c, d))',
  // Literals.
  '0x1F': '31',
  '-0x1': '-1',
  '1u': '1u',
  '1e3': '1000',
  '.5': '0.5',
  "'a\\'b'": '"a\'b"',
  '"\\u00e9\\x41\\101\\n"': '"éAA\\n"',
  'r"\\n"': '"\\\\n"',
  '"""a"b"""': '"a\\"b"',
  'b"é"': 'b[195,169]',
  'b"\\xff"': 'b[255]',
  'null == true': '_==_(null, true)',
  // Members, indexes, and constructors.
  'a.b.c(d, e)[f]': '_[_](a.b.c(d, e), f)',
  '.a.b': '.a.b',
  'a.`b-c`': 'a.b-c',
  'a.?b': '_?._(a, "b")',
  'a[?b]': '_[?_](a, b)',
  '[1, ?a,]': '[1, ?a]',
  '{"a": 1, ?b: c}': '{"a": 1, ?b: c}',
  'a.B{c: 1}': 'a.B{c: 1}',
  'a // comment': 'a',
  // Macros.
  'has(a.b)': 'has a.b',
  'l.all(x, x > 0)':
    'fold(x in l; true; @not_strictly_false(__result__); _&&_(__result__, _>_(x, 0)); __result__)',
  'l.exists(x, x)':
    'fold(x in l; false; @not_strictly_false(!_(__result__)); _||_(__result__, x); __result__)',
  'l.exists_one(x, x)':
    'fold(x in l; 0; true; _?_:_(x, _+_(__result__, 1), __result__); _==_(__result__, 1))',
  'l.map(x, x + 1)': 'fold(x in l; []; true; _+_(__result__, [_+_(x, 1)]); __result__)',
  'l.map(x, p, x)':
    'fold(x in l; []; true; _?_:_(p, _+_(__result__, [x]), __result__); __result__)',
  'l.filter(x, x)':
    'fold(x in l; []; true; _?_:_(x, _+_(__result__, [x]), __result__); __result__)',
  'l.all(i, x, x)':
    'fold(i, x in l; true; @not_strictly_false(__result__); _&&_(__result__, x); __result__)',
};

for (const [text, tree] of Object.entries(TREES)) {
  test(`parses ${text}`, () => {
    const { expr, issues } = parse(text);
    assert.deepEqual(issues, []);
    assert.equal(printed(expr), tree);
  });
}

test('rejects an expression of more than 100,000 code points', () => {
  const { issues } = parse('a'.repeat(100_001));
  assert.deepEqual(
    issues.map(({ message }) => message),
    ['expression code point size exceeds limit: size: 100001, limit 100000'],
  );
});

test('rejects deep nesting instead of overflowing the stack', () => {
  for (const text of [`${'('.repeat(5000)}1${')'.repeat(5000)}`, '['.repeat(5000)]) {
    assert.match(parse(text).issues[0]?.message ?? '', /recursion limit/);
  }
});
