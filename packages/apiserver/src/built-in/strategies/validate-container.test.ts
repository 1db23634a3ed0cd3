import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/pod-fields.yaml.
describe('the strategy of v1 Pod, its containers and spec', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'Pod',
    base: {
      spec: {
        nodeName: 'n',
        terminationGracePeriodSeconds: 5,
        containers: [
          {
            name: 'main',
            image: 'busybox:1',
            resources: { requests: { cpu: '100m', memory: '64Mi' } },
          },
        ],
        initContainers: [{ name: 'init', image: 'busybox:1' }],
      },
    },
    invalid: [
      [
        { 'spec.containers.0.lifecycle': { postStart: { exec: {} } } },
        'spec.containers[0].lifecycle.postStart.exec.command: Required value',
      ],
      [
        {
          'spec.containers.0.lifecycle': { preStop: { sleep: { seconds: 300 } } },
        },
        'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 300: must be non-negative and less than terminationGracePeriodSeconds (5)',
      ],
      [
        { 'spec.containers.0.securityContext': { procMount: 'Other' } },
        'spec.containers[0].securityContext.procMount: Unsupported value: "Other": supported values: "Default", "Unmasked"',
      ],
      [
        { 'spec.containers.0.securityContext': { seccompProfile: { type: 'Localhost' } } },
        'spec.containers[0].securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
      ],
      [
        {
          'spec.containers.0.securityContext': {
            seccompProfile: { type: 'RuntimeDefault', localhostProfile: 'x' },
          },
        },
        'spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: "x": can only be set when seccomp type is Localhost',
      ],
      [
        { 'spec.containers.0.securityContext': { seccompProfile: { type: 'Other' } } },
        'spec.containers[0].securityContext.seccompProfile.type: Unsupported value: "Other": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
      ],
      [
        { 'spec.containers.0.securityContext': { appArmorProfile: { type: 'Localhost' } } },
        'spec.containers[0].securityContext.appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost',
      ],
      [
        { 'spec.containers.0.securityContext': { appArmorProfile: { type: 'Other' } } },
        'spec.containers[0].securityContext.appArmorProfile.type: Unsupported value: "Other": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
      ],
      [
        { 'spec.containers.0.securityContext': { runAsGroup: -1 } },
        'spec.containers[0].securityContext.runAsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      ],
      [
        {
          'spec.securityContext': {
            seccompProfile: { type: 'Localhost', localhostProfile: '/abs' },
          },
        },
        'spec.securityContext.seccompProfile.localhostProfile: Invalid value: "/abs": must be a relative path',
      ],
      [
        { 'spec.securityContext': { seccompProfile: {} } },
        'spec.securityContext.seccompProfile.type: Required value: type is required when seccompProfile is set',
      ],
      [
        { 'spec.securityContext': { supplementalGroups: [-1] } },
        'spec.securityContext.supplementalGroups[0]: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      ],
      [
        { 'spec.securityContext': { fsGroup: -1, fsGroupChangePolicy: 'Sometimes' } },
        'spec.securityContext.fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive',
        'spec.securityContext.fsGroupChangePolicy: Unsupported value: "Sometimes": supported values: "Always", "OnRootMismatch"',
      ],
      [
        {
          'spec.securityContext': { sysctls: [{ name: 'Bad Name', value: '1' }] },
        },
        'spec.securityContext.sysctls[0].name: Invalid value: "Bad Name": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
      ],
      [
        {
          'spec.securityContext': {
            sysctls: [
              { name: 'a.b', value: '1' },
              { name: 'a.b', value: '1' },
            ],
          },
        },
        'spec.securityContext.sysctls[1].name: Duplicate value: "a.b"',
      ],
      [
        { 'spec.securityContext': { supplementalGroupsPolicy: 'Other' } },
        'spec.securityContext.supplementalGroupsPolicy: Unsupported value: "Other": supported values: "Merge", "Strict"',
      ],
      [
        { 'spec.hostPID': true, 'spec.shareProcessNamespace': true },
        'spec.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
      ],
      [
        { 'spec.os': { name: 'beos' } },
        'spec.os: Unsupported value: "beos": supported values: "linux", "windows"',
      ],
      [
        { 'spec.readinessGates': [{ conditionType: 'bad type' }] },
        `spec.readinessGates[0].conditionType: Invalid value: "bad type": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
      [
        { 'spec.schedulingGates': [{ name: 'a' }, { name: 'a' }] },
        'spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared',
        'spec.schedulingGates[1]: Duplicate value: "a"',
      ],
      [
        { 'spec.schedulingGates': [{ name: 'example.com/a' }] },
        'spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared',
      ],
      [
        {
          'spec.hostAliases': [{ ip: '1.2.3.4', hostnames: ['Bad_Name'] }],
        },
        `spec.hostAliases[0].hostnames[0]: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        { 'spec.dnsConfig': { nameservers: ['a'], searches: ['Bad_Name'], options: [{}] } },
        'spec.dnsConfig.nameservers[0]: Invalid value: "a": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        'spec.dnsConfig.options[0]: Required value: must not be empty',
        `spec.dnsConfig.searches[0]: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        { 'spec.dnsConfig': { nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] } },
        'spec.dnsConfig.nameservers: Invalid value: ["1.1.1.1","1.1.1.2","1.1.1.3","1.1.1.4"]: must not have more than 3 nameservers',
      ],
      [
        {
          'spec.containers.0.resources': {
            requests: { 'ephemeral-storage': '1Gi' },
            limits: { 'ephemeral-storage': '500Mi' },
          },
        },
        'spec.containers[0].resources.requests: Invalid value: "1Gi": must be less than or equal to ephemeral-storage limit of 500Mi',
      ],
      [
        { 'spec.containers.0.resources': { requests: { pods: 1 } } },
        'spec.containers[0].resources.requests[pods]: Invalid value: "pods": must be a standard resource for containers',
      ],
      [
        { 'spec.containers.0.resources': { requests: { storage: 1 } } },
        'spec.containers[0].resources.requests[storage]: Invalid value: "storage": must be a standard resource for containers',
      ],
      [
        { 'spec.containers.0.resources': { requests: { 'requests.cpu': 1 } } },
        'spec.containers[0].resources.requests[requests.cpu]: Invalid value: "requests.cpu": must be a standard resource for containers',
      ],
      [
        { 'spec.containers.0.resources': { requests: { 'example.com/x': 1 } } },
        'spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources',
      ],
      [
        {
          'spec.containers.0.env': [
            { name: 'A', value: 'b', valueFrom: { fieldRef: { fieldPath: 'x' } } },
          ],
        },
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "x": error converting fieldPath: field label not supported: x',
        'spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
      ],
      [
        {
          'spec.containers.0.env': [
            { name: 'A', valueFrom: { resourceFieldRef: { resource: 'requests.foo' } } },
          ],
        },
        'spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Unsupported value: "requests.foo": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
      ],
      [
        {
          'spec.containers.0.env': [
            {
              name: 'A',
              valueFrom: {
                configMapKeyRef: { name: 'c', key: 'bad key' },
                secretKeyRef: { name: 's', key: 'k' },
              },
            },
          ],
        },
        `spec.containers[0].env[0].valueFrom.configMapKeyRef.key: Invalid value: "bad key": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
        'spec.containers[0].env[0].valueFrom: Invalid value: "": may not have more than one field specified at a time',
      ],
      [
        {
          'spec.containers.0.envFrom': [{ configMapRef: { name: 'a' }, secretRef: { name: 'b' } }],
        },
        'spec.containers[0].envFrom: Invalid value: "": may not have more than one field specified at a time',
      ],
      [
        {
          'spec.containers.0.envFrom': [{ prefix: 'a=', secretRef: { name: 'b' } }],
        },
        `spec.containers[0].envFrom[0].prefix: Invalid value: "a=": a valid environment variable name must consist only of printable ASCII characters other than '='`,
      ],
      [
        { 'spec.containers.0.livenessProbe': { grpc: {} } },
        'spec.containers[0].livenessProbe.grpc.port: Invalid value: 0: must be between 1 and 65535, inclusive',
      ],
      [
        {
          'spec.containers.0.livenessProbe': {
            httpGet: { port: 80, httpHeaders: [{ name: 'bad header', value: 'x' }] },
          },
        },
        `spec.containers[0].livenessProbe.httpGet.httpHeaders: Invalid value: "bad header": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')`,
      ],
      [
        {
          'spec.containers.0.livenessProbe': {
            httpGet: { port: 80 },
            terminationGracePeriodSeconds: 0,
          },
        },
        'spec.containers[0].livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0',
      ],
      [
        {
          'spec.containers.0.readinessProbe': {
            httpGet: { port: 80 },
            terminationGracePeriodSeconds: 5,
          },
        },
        'spec.containers[0].readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes',
      ],
      [
        { 'spec.containers.0.startupProbe': { httpGet: { port: 80 }, successThreshold: 2 } },
        'spec.containers[0].startupProbe.successThreshold: Invalid value: 2: must be 1',
      ],
      [
        {
          'spec.containers.0.ports': [{ containerPort: 80, hostPort: 81 }],
          'spec.hostNetwork': true,
        },
        'spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true',
      ],
      [
        {
          'spec.initContainers': [
            {
              name: 'i',
              image: 'b',
              lifecycle: {
                preStop: { exec: { command: ['a'] } },
              },
            },
          ],
        },
        'spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always',
      ],
      [
        { 'spec.restartPolicy': 'Never', 'spec.activeDeadlineSeconds': 9999999999 },
        'spec.activeDeadlineSeconds: Invalid value: 9999999999: must be between 1 and 2147483647, inclusive',
      ],
      [
        {
          'spec.affinity': {
            nodeAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: [
                {
                  weight: 200,
                  preference: {
                    matchExpressions: [{ key: 'a', operator: 'Gt', values: ['b'] }],
                  },
                },
              ],
            },
          },
        },
        'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 200: must be in the range 1-100',
      ],
      [
        {
          'spec.affinity': {
            podAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [
                {
                  topologyKey: '',
                  labelSelector: { matchExpressions: [{ key: 'a', operator: 'Foo' }] },
                },
              ],
            },
          },
        },
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].operator: Invalid value: "Foo": not a valid selector operator',
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": name part must be non-empty',
        `spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Required value: can not be empty',
      ],
      [
        {
          'spec.affinity': {
            podAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [
                {
                  topologyKey: 'zone',
                  namespaces: ['Bad_Name'],
                  matchLabelKeys: ['a'],
                  labelSelector: { matchLabels: { b: 'c' } },
                },
              ],
            },
          },
        },
        `spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].namespace: Invalid value: "Bad_Name": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
      ],
      [
        {
          'spec.topologySpreadConstraints': [
            { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2 },
          ],
        },
        'spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
      ],
      [
        {
          'spec.topologySpreadConstraints': [
            { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
            { maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
          ],
        },
        'spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"',
      ],
      [
        {
          'spec.topologySpreadConstraints': [
            {
              maxSkew: 1,
              topologyKey: '',
              whenUnsatisfiable: 'DoNotSchedule',
              nodeAffinityPolicy: 'Other',
            },
          ],
        },
        'spec.topologySpreadConstraints[0].nodeAffinityPolicy: Unsupported value: "Other": supported values: "Honor", "Ignore"',
        'spec.topologySpreadConstraints[0].topologyKey: Required value: can not be empty',
      ],
      [
        { 'spec.nodeSelector': { a: 'b c' } },
        `spec.nodeSelector: Invalid value: "b c": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
      ],
      [
        { 'spec.tolerations': [{ key: 'bad key!', operator: 'Exists' }] },
        `spec.tolerations[0].key: Invalid value: "bad key!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
      [
        { 'spec.tolerations': [{ key: 'a', operator: 'Equal', value: 'b c' }] },
        `spec.tolerations[0].operator: Invalid value: "b c": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
      ],
      [
        { 'spec.tolerations': [{ key: 'a', operator: 'Lt', value: '5' }] },
        'spec.tolerations[0].operator: Unsupported value: "Lt": supported values: "Equal", "Exists", "Lt", "Gt"',
      ],
      [{ 'spec.containers.0.image': '' }, 'spec.containers[0].image: Required value'],
      [{ 'spec.initContainers': [{ image: 'b' }] }, 'spec.initContainers[0].name: Required value'],
    ],
    invalidUpdates: [
      [
        {
          'spec.containers': [
            { name: 'main', image: 'busybox:1' },
            { name: 'b', image: 'c' },
          ],
        },
        'spec.containers: Forbidden: pod updates may not add or remove containers',
      ],
    ],
  });
});
