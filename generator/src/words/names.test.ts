import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowerFirst, pascalCase, pluralOf } from './names.js';

test('kinds have English plurals', () => {
  const kinds: Record<string, string> = {
    VirtualMachine: 'VirtualMachines',
    GatewayPolicy: 'GatewayPolicies',
    Bus: 'Buses',
    VirtualMouse: 'VirtualMice',
    Series: 'Series',
    Data: 'Data',
    Gateway: 'Gateways',
    Status: 'Statuses',
    Analysis: 'Analyses',
    Leaf: 'Leaves',
    Quiz: 'Quizzes',
    Atlas: 'Atlases',
    Endpoints: 'Endpoints',
    HTTPRoute: 'HTTPRoutes',
    APIs: 'APIs',
    Thing2: 'Thing2s',
  };
  for (const [kind, plural] of Object.entries(kinds)) assert.equal(pluralOf(kind), plural);
});

test('identifiers keep the case of abbreviations together', () => {
  assert.equal(lowerFirst('VirtualMachine'), 'virtualMachine');
  assert.equal(lowerFirst('HTTPRoute'), 'httpRoute');
  assert.equal(lowerFirst('VM'), 'vm');
  assert.equal(pascalCase('my-group.v1'), 'MyGroupV1');
  assert.equal(pascalCase('3scale'), 'Group3scale');
});
