import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowerFirst, pascalCase, pluralOf } from './names.js';

test('forms the English plurals of kinds', () => {
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

test('keeps the letters of an abbreviation in one case', () => {
  assert.equal(lowerFirst('VirtualMachine'), 'virtualMachine');
  assert.equal(lowerFirst('HTTPRoute'), 'httpRoute');
  assert.equal(lowerFirst('VM'), 'vm');
  assert.equal(pascalCase('my-group.v1'), 'MyGroupV1');
  assert.equal(pascalCase('3scale'), 'Group3scale');
});
