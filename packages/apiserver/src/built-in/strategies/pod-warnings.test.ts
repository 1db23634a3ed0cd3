import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { warningsOf } from '../../testing/test-server.js';

const container = { name: 'a', image: 'b' };
const ofPod = (spec: JsonObject): Promise<string[]> =>
  warningsOf('/api/v1/namespaces/default/pods', {
    metadata: { name: 'a' },
    spec: { containers: [container], ...spec },
  });
const ofTemplate = (spec: JsonObject): Promise<string[]> =>
  warningsOf('/apis/apps/v1/namespaces/default/deployments', {
    metadata: { name: 'a' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container], ...spec } },
    },
  });

/** The spec of a pod with one container for each list of ports. */
const withPorts = (...lists: readonly (readonly JsonObject[])[]): JsonObject => ({
  containers: lists.map((ports, i) => ({ name: `c${i}`, image: 'b', ports: [...ports] })),
});

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const MATCHES_NOTHING = 'labelSelector: a null labelSelector results in matching no pod';
const first = 'spec.containers[0].ports[0]';
const second = 'spec.containers[1].ports[0]';

/** Specs, and the warnings of kube-apiserver 1.37.2. */
const cases: readonly (readonly [spec: JsonObject, ...warnings: string[]])[] = [
  [
    withPorts([{ containerPort: 80 }], [{ containerPort: 80 }]),
    `${second}: duplicate port definition with ${first}`,
  ],
  [
    withPorts([
      { containerPort: 80, hostPort: 8080 },
      { containerPort: 80, hostPort: 8081 },
    ]),
  ],
  [
    withPorts([{ name: 'x', containerPort: 80 }], [{ name: 'x', containerPort: 81 }]),
    `${second}: duplicate port name "x" with ${first}, services and probes that select ports by name will use ${first}`,
  ],
  [
    { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } },
    'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
  ],
  [
    {
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'failure-domain.beta.kubernetes.io/zone',
          whenUnsatisfiable: 'DoNotSchedule',
        },
      ],
    },
    'spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.kubernetes.io/zone is deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
    `spec.topologySpreadConstraints[0].${MATCHES_NOTHING}`,
  ],
  [
    {
      affinity: {
        podAntiAffinity: {
          [REQUIRED]: [{ topologyKey: 'a' }],
          [PREFERRED]: [{ weight: 1, podAffinityTerm: { topologyKey: 'a' } }],
        },
      },
    },
    `spec.affinity.podAntiAffinity.${REQUIRED}[0].${MATCHES_NOTHING}`,
    `spec.affinity.podAntiAffinity.${PREFERRED}[0].podAffinityTerm.${MATCHES_NOTHING}`,
  ],
  [
    { hostAliases: [{ ip: '1.2.3.4' }, { ip: '1.2.3.4' }] },
    'spec.hostAliases[1].ip: duplicate ip "1.2.3.4"',
  ],
  [
    { imagePullSecrets: [{ name: 'a' }, { name: 'a' }, {}, { name: '' }] },
    'spec.imagePullSecrets[1].name: duplicate name "a"',
    'spec.imagePullSecrets[3].name: duplicate name ""',
    'spec.imagePullSecrets[2].name: invalid empty name ""',
    'spec.imagePullSecrets[3].name: invalid empty name ""',
  ],
  [
    { containers: [{ ...container, resources: { requests: { memory: '1500m', cpu: '1500m' } } }] },
    'spec.containers[0].resources.requests[memory]: fractional byte value "1500m" is invalid, must be an integer',
  ],
  [
    {
      containers: [
        {
          ...container,
          env: [
            { name: 'A', value: 'x' },
            { name: 'A', value: '$(A)' },
            { name: 'A', value: '$(A)b' },
          ],
        },
      ],
    },
    'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
  ],
];

test('warns about the specs of pods and of templates', async () => {
  for (const [spec, ...warnings] of cases) {
    assert.deepEqual(await ofPod(spec), warnings);
    const inTemplate = warnings.map((text) =>
      text.replaceAll(/(?<=^|with |use )spec\./g, 'spec.template.spec.'),
    );
    assert.deepEqual(await ofTemplate(spec), inTemplate);
  }
});

test('warns about deprecated labels in preferred terms of node affinity', async () => {
  const key = 'beta.kubernetes.io/arch';
  const matchExpressions = [{ key, operator: 'In', values: ['-a'] }];
  const preferred = [{ weight: 1, preference: { matchExpressions } }];
  const at = `spec.affinity.nodeAffinity.${PREFERRED}[0].preference.matchExpressions[0]`;
  assert.deepEqual(await ofPod({ affinity: { nodeAffinity: { [PREFERRED]: preferred } } }), [
    `${at}.key: ${key} is deprecated since v1.14; use "kubernetes.io/arch" instead`,
  ]);
});

test('limits the work for ports that are all alike', async () => {
  const ports = Array.from({ length: 20_000 }, () => ({ containerPort: 80 }));
  const warnings = await ofPod(withPorts(ports));
  assert.ok(warnings.length > 10 && warnings.length < 100);
});
