import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

/** Returns the warnings of a comment above a field, in line 11; it always compiles. */
function warningsOf(comment: string): string[] {
  const compiled = compileText({ 'example/v1/types.ts': kindWith(`  ${comment}\n  a: string;`) });
  assert.notEqual(compiled.files.length, 0);
  return diagnosticTexts(compiled).map((text) =>
    text.replace('example/v1/types.ts:11:', '').replace('\n  ', ' | '),
  );
}

const LENGTH = 'kubebuilder:validation:MaxLength';

const NEAR: readonly (readonly [comment: string, says: string])[] = [
  [`// + ${LENGTH}=3`, `6: warning: + ${LENGTH} is an ordinary comment | write +${LENGTH}`],
  [`//+ ${LENGTH}=3`, `5: warning: + ${LENGTH} is an ordinary comment | write +${LENGTH}`],
  [`// @${LENGTH}=3`, `6: warning: @${LENGTH} is an ordinary comment | write +${LENGTH}`],
  [`/** @${LENGTH}=3 */`, `7: warning: @${LENGTH} is an ordinary comment | write +${LENGTH}`],
  [`// -${LENGTH}=3`, `6: warning: -${LENGTH} is an ordinary comment | write +${LENGTH}`],
  [`// ++${LENGTH}=3`, `6: warning: ++${LENGTH} is an ordinary comment | write +${LENGTH}`],
  [
    `// # +${LENGTH}=3`,
    `8: warning: +${LENGTH} is plain text here | put the marker on its own line`,
  ],
  [
    `/// +${LENGTH}=3`,
    `7: warning: +${LENGTH} is plain text here | put the marker on its own line`,
  ],
  [`// \uff0b${LENGTH}=3`, `6: warning: \uff0b${LENGTH} is an ordinary comment | write +${LENGTH}`],
  [
    '/** kubebuilder:validation:XValidation:rule=x */',
    '7: warning: kubebuilder:validation:XValidation:rule is an ordinary comment | start the marker with +',
  ],
  [
    `/** How many. +${LENGTH}=1 */`,
    `17: warning: +${LENGTH} is plain text here | put the marker on its own line`,
  ],
  [`// ${LENGTH}=3`, `6: warning: ${LENGTH} is an ordinary comment | start the marker with +`],
  [
    '// + kubebuilder:validation:XValidation:rule="self > \'a b\'"',
    '6: warning: + kubebuilder:validation:XValidation:rule is an ordinary comment | write +kubebuilder:validation:XValidation:rule',
  ],
  ['// + optional', '6: warning: + optional is an ordinary comment | write +optional'],
  ['// + genclient', '6: warning: + genclient is an ordinary comment | write +genclient'],
  [
    `/* +${LENGTH}=3 */`,
    `6: warning: markers in /* */ comments are ignored: +${LENGTH} | write // +${LENGTH}, or /** +${LENGTH} */`,
  ],
  [
    '/* +optional */',
    '6: warning: markers in /* */ comments are ignored: +optional | write // +optional, or /** +optional */',
  ],
];

for (const [comment, says] of NEAR) {
  test(`warns about text that is similar to a marker: ${comment}`, () => {
    assert.deepEqual(warningsOf(comment), [says]);
  });
}

const PROSE = [
  `// The ${LENGTH} of old.`,
  `// see ${LENGTH}`,
  '// kubebuilder: a tool',
  '// genclient',
  '/** The list:\n   * + optional\n   */',
  '/* + a remark */',
  '// + one more thing',
  '// @optional-tool:thing',
  '// a kubebuilder:unknown-thing',
  `/** Write +${LENGTH}=1 above it. */`,
  `/** As \`+${LENGTH}=1\` */`,
  `// TODO ${LENGTH}=1`,
  '/** See kubebuilder:nothing=1 and +kubebuilder:nothing=1 */',
  `/**\n   * \`\`\`\n   * ${LENGTH}=1\n   * \`\`\`\n   */`,
];

for (const comment of PROSE) {
  test(`accepts prose: ${comment}`, () => {
    assert.deepEqual(warningsOf(comment), []);
  });
}
