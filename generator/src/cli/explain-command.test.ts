import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHANGES } from '../diff/definitions/registry.js';
import { DIAGNOSTICS } from '../diagnostics/registry.js';
import { explain } from './explain-command.js';
import { describeMarkers } from './markers-command.js';

test('explains each diagnostic with its cause and its fix', () => {
  for (const [code, { name, why, example }] of DIAGNOSTICS) {
    const answer = explain([code]);
    assert.ok('text' in answer);
    assert.ok(answer.text.startsWith(`${code} (${name}): `));
    assert.ok(answer.text.includes(why));
    for (const text of [example.wrong, example.right]) {
      assert.ok(answer.text.includes(text.replace(/^(?=.)/gm, '    ')), code);
    }
    assert.deepEqual(explain([name]), answer);
  }
});

test('explains each change that vmgen diff reports, with an example', () => {
  for (const [code, { class: kind, why }] of CHANGES) {
    const answer = explain([code]);
    assert.ok('text' in answer);
    assert.ok(answer.text.startsWith(`${code}: `));
    assert.ok(answer.text.includes(`\n${kind}: `));
    assert.ok(answer.text.includes(why));
    assert.match(answer.text, /\nOld:\n[^]+\nNew:\n/);
  }
  assert.deepEqual(explain(['constraint-tightend']), {
    problem: 'unknown diagnostic "constraint-tightend"; did you mean constraint-tightened?',
  });
});

test('a code may be written in small letters, or by its number', () => {
  const answer = explain(['VMGEN4001']);
  for (const asked of ['vmgen4001', '4001', 'vmgen-4001', 'No-JSON-Form']) {
    assert.deepEqual(explain([asked]), answer);
  }
});

test('lists all codes without an argument, and suggests the nearest code for an unknown one', () => {
  const list = explain([]);
  assert.ok('text' in list);
  for (const code of DIAGNOSTICS.keys()) assert.match(list.text, new RegExp(`^  ${code}  `, 'm'));
  assert.deepEqual(explain(['VMGEN40011']), {
    problem: 'unknown diagnostic "VMGEN40011"; did you mean VMGEN4001?',
  });
  assert.deepEqual(explain(['no-json-from']), {
    problem: 'unknown diagnostic "no-json-from"; did you mean no-json-form?',
  });
  assert.deepEqual(explain(['quite something else']), {
    problem:
      'unknown diagnostic "quite something else"; run vmgen explain for a list of all diagnostics',
  });
  assert.deepEqual(explain(['4001', '4002']), { problem: 'vmgen explain takes one code' });
});

test('the end of a marker is a name where one marker has it', () => {
  assert.deepEqual(describeMarkers(['printcolumn']), describeMarkers(['kubebuilder:printcolumn']));
  assert.deepEqual(
    describeMarkers(['+subresource:scale']),
    describeMarkers(['kubebuilder:subresource:scale']),
  );
  assert.deepEqual(describeMarkers(['MinItems']), {
    problem:
      '2 markers end with MinItems: kubebuilder:validation:MinItems, kubebuilder:validation:items:MinItems',
  });
  assert.deepEqual(describeMarkers(['printcolum']), {
    problem: 'unknown marker "printcolum"; did you mean kubebuilder:printcolumn?',
  });
});
