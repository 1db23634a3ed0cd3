import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/pod.yaml.
describe('the strategy of v1 Pod', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'Pod',
    base: {
      spec: { containers: [{ name: 'main', image: 'busybox' }] },
    },
    defaults: {
      'spec.containers.0.imagePullPolicy': 'Always',
      'spec.containers.0.resources': {},
      'spec.containers.0.terminationMessagePath': '/dev/termination-log',
      'spec.containers.0.terminationMessagePolicy': 'File',
      'spec.dnsPolicy': 'ClusterFirst',
      'spec.enableServiceLinks': true,
      'spec.preemptionPolicy': 'PreemptLowerPriority',
      'spec.priority': 0,
      'spec.restartPolicy': 'Always',
      'spec.schedulerName': 'default-scheduler',
      'spec.securityContext': {},
      'spec.terminationGracePeriodSeconds': 30,
      'spec.tolerations': [
        {
          effect: 'NoExecute',
          key: 'node.kubernetes.io/not-ready',
          operator: 'Exists',
          tolerationSeconds: 300,
        },
        {
          effect: 'NoExecute',
          key: 'node.kubernetes.io/unreachable',
          operator: 'Exists',
          tolerationSeconds: 300,
        },
      ],
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    },
    invalid: [
      [{ spec: null }, 'spec.containers: Required value'],
      [{ 'spec.containers.0.image': null }, 'spec.containers[0].image: Required value'],
      [
        { 'spec.containers.0.image': ' busybox' },
        'spec.containers[0].image: Invalid value: " busybox": must not have leading or trailing whitespace',
      ],
      [{ 'spec.containers.0.name': null }, 'spec.containers[0].name: Required value'],
      [
        { 'spec.containers.0.name': 'Main' },
        `spec.containers[0].name: Invalid value: "Main": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
      ],
      [
        {
          'spec.containers': [
            { name: 'a', image: 'b' },
            { name: 'a', image: 'b' },
          ],
        },
        'spec.containers[1].name: Duplicate value: "a"',
      ],
      [
        { 'spec.initContainers': [{ name: 'main', image: 'b' }] },
        'spec.initContainers[0].name: Duplicate value: "main"',
      ],
      [
        {
          'spec.initContainers': [
            {
              name: 'i',
              image: 'b',
              livenessProbe: { exec: { command: ['x'] } },
            },
          ],
        },
        'spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
      ],
      [
        { 'spec.containers.0.imagePullPolicy': 'Sometimes' },
        'spec.containers[0].imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"',
      ],
      [
        { 'spec.containers.0.ports': [{ containerPort: 0 }] },
        'spec.containers[0].ports[0].containerPort: Required value',
      ],
      [
        { 'spec.containers.0.ports': [{ containerPort: 70000 }] },
        'spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
      ],
      [
        { 'spec.containers.0.ports': [{ containerPort: 80, protocol: 'HTTP' }] },
        'spec.containers[0].ports[0].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"',
      ],
      [
        {
          'spec.containers.0.ports': [
            { name: 'a', containerPort: 80 },
            { name: 'a', containerPort: 81 },
          ],
        },
        'spec.containers[0].ports[1].name: Duplicate value: "a"',
      ],
      [
        { 'spec.containers.0.ports': [{ name: 'much-too-long-a-name', containerPort: 80 }] },
        'spec.containers[0].ports[0].name: Invalid value: "much-too-long-a-name": must be no more than 15 characters',
      ],
      [
        {
          'spec.containers.0.ports': [
            { containerPort: 80, hostPort: 80 },
            { containerPort: 81, hostPort: 80 },
          ],
        },
        'spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//80"',
      ],
      [
        { 'spec.containers.0.env': [{ name: '' }] },
        'spec.containers[0].env[0].name: Required value',
      ],
      [
        { 'spec.containers.0.env': [{ name: 'a=b', value: 'c' }] },
        `spec.containers[0].env[0].name: Invalid value: "a=b": a valid environment variable name must consist only of printable ASCII characters other than '='`,
      ],
      [
        {
          'spec.containers.0.env': [
            { name: 'A', value: 'a', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          ],
        },
        'spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
      ],
      [
        { 'spec.containers.0.env': [{ name: 'A', valueFrom: {} }] },
        'spec.containers[0].env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
      ],
      [
        {
          'spec.containers.0.env': [
            { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.foo' } } },
          ],
        },
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.foo": error converting fieldPath: field label not supported: metadata.foo',
      ],
      [
        {
          'spec.containers.0.env': [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'c' } } }],
        },
        'spec.containers[0].env[0].valueFrom.configMapKeyRef.key: Required value',
      ],
      [
        {
          'spec.containers.0.env': [{ name: 'A', valueFrom: { secretKeyRef: { key: 'k' } } }],
        },
        `spec.containers[0].env[0].valueFrom.secretKeyRef.name: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        { 'spec.containers.0.envFrom': [{}] },
        'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
      ],
      [
        { 'spec.containers.0.resources': { requests: { cpu: -1 } } },
        'spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0',
      ],
      [
        { 'spec.containers.0.resources': { requests: { cpu: 2 }, limits: { cpu: 1 } } },
        'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
      ],
      [
        { 'spec.containers.0.resources': { limits: { widgets: 1 } } },
        'spec.containers[0].resources.limits[widgets]: Invalid value: "widgets": must be a standard resource for containers',
        'spec.containers[0].resources.limits[widgets]: Invalid value: "widgets": must be a standard resource type or fully qualified',
        'spec.containers[0].resources.requests[widgets]: Invalid value: "widgets": must be a standard resource for containers',
        'spec.containers[0].resources.requests[widgets]: Invalid value: "widgets": must be a standard resource type or fully qualified',
      ],
      [
        { 'spec.containers.0.resources': { limits: { 'example.com/widget': '1500m' } } },
        'spec.containers[0].resources.limits[example.com/widget]: Invalid value: "1500m": must be an integer',
        'spec.containers[0].resources.requests[example.com/widget]: Invalid value: "1500m": must be an integer',
      ],
      [
        { 'spec.containers.0.volumeMounts': [{ name: 'none', mountPath: '/a' }] },
        'spec.containers[0].volumeMounts[0].name: Not found: "none"',
      ],
      [
        { 'spec.containers.0.volumeMounts': [{ name: 'v' }], 'spec.volumes': [{ name: 'v' }] },
        'spec.containers[0].volumeMounts[0].mountPath: Required value',
      ],
      [
        {
          'spec.containers.0.volumeMounts': [
            { name: 'v', mountPath: '/a' },
            { name: 'v', mountPath: '/a' },
          ],
          'spec.volumes': [{ name: 'v' }],
        },
        'spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/a": must be unique',
      ],
      [
        {
          'spec.containers.0.volumeMounts': [{ name: 'v', mountPath: '/a', subPath: '../b' }],
          'spec.volumes': [{ name: 'v' }],
        },
        `spec.containers[0].volumeMounts.subPath: Invalid value: "../b": must not contain '..'`,
      ],
      [
        {
          'spec.volumes': [
            { name: 'v', emptyDir: {} },
            { name: 'v', emptyDir: {} },
          ],
        },
        'spec.volumes[1].name: Duplicate value: "v"',
      ],
      [
        { 'spec.volumes': [{ name: 'Bad_Name', emptyDir: {} }] },
        `spec.volumes[0].name: Invalid value: "Bad_Name": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
      ],
      [{ 'spec.volumes': [{ emptyDir: {} }] }, 'spec.volumes[0].name: Required value'],
      [
        {
          'spec.volumes': [{ name: 'v', emptyDir: {}, hostPath: { path: '/a' } }],
        },
        'spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type',
      ],
      [
        { 'spec.volumes': [{ name: 'v', secret: {} }] },
        'spec.volumes[0].secret.secretName: Required value',
      ],
      [
        { 'spec.volumes': [{ name: 'v', configMap: {} }] },
        'spec.volumes[0].configMap.name: Required value',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              configMap: { name: 'c', items: [{ key: 'a', path: '/abs' }] },
            },
          ],
        },
        'spec.volumes[0].configMap.items[0].path: Invalid value: "/abs": must be a relative path',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', configMap: { name: 'c', defaultMode: 9999 } }],
        },
        'spec.volumes[0].configMap.defaultMode: Invalid value: 9999: must be a number between 0 and 0777 (octal), both inclusive',
      ],
      [
        { 'spec.volumes': [{ name: 'v', hostPath: {} }] },
        'spec.volumes[0].hostPath.path: Required value',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', hostPath: { path: '/a', type: 'Strange' } }],
        },
        'spec.volumes[0].hostPath.type: Unsupported value: "Strange": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
      ],
      [
        { 'spec.volumes': [{ name: 'v', persistentVolumeClaim: {} }] },
        'spec.volumes[0].persistentVolumeClaim.claimName: Required value',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', emptyDir: { sizeLimit: -1 } }],
        },
        'spec.volumes[0].emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              projected: {
                sources: [{ secret: { name: 'a' }, configMap: { name: 'b' } }],
              },
            },
          ],
        },
        'spec.volumes[0].projected.sources[0]: Forbidden: may not specify more than 1 volume type per source',
      ],
      [
        { 'spec.volumes': [{ name: 'v', nfs: {} }] },
        'spec.volumes[0].nfs.path: Invalid value: "": must be an absolute path',
        'spec.volumes[0].nfs.path: Required value',
        'spec.volumes[0].nfs.server: Required value',
      ],
      [{ 'spec.volumes': [{ name: 'v', csi: {} }] }, 'spec.volumes[0].csi.driver: Required value'],
      [
        { 'spec.restartPolicy': 'Sometimes' },
        'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
      ],
      [
        { 'spec.dnsPolicy': 'Google' },
        'spec.dnsPolicy: Unsupported value: "Google": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
      ],
      [
        { 'spec.dnsPolicy': 'None' },
        'spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None',
      ],
      [
        { 'spec.activeDeadlineSeconds': 0 },
        'spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive',
      ],
      [
        { 'spec.nodeSelector': { 'bad key!': 'x' } },
        `spec.nodeSelector: Invalid value: "bad key!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
      [
        { 'spec.nodeName': 'Bad_Name' },
        `spec.nodeName: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        { 'spec.hostname': 'Bad_Name' },
        `spec.hostname: Invalid value: "Bad_Name": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
      ],
      [
        { 'spec.subdomain': 'Bad_Name' },
        `spec.subdomain: Invalid value: "Bad_Name": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
      ],
      [
        { 'spec.serviceAccountName': 'Bad_Name' },
        `spec.serviceAccountName: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        { 'spec.tolerations': [{ key: 'a', operator: 'Is' }] },
        'spec.tolerations[0].operator: Unsupported value: "Is": supported values: "Equal", "Exists"',
      ],
      [
        { 'spec.tolerations': [{ key: 'a', operator: 'Exists', value: 'b' }] },
        'spec.tolerations[0].operator: Invalid value: "b": value must be empty when `operator` is \'Exists\'',
      ],
      [
        { 'spec.tolerations': [{ operator: 'Equal', value: 'b' }] },
        'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
      ],
      [
        { 'spec.tolerations': [{ key: 'a', effect: 'Maybe' }] },
        'spec.tolerations[0].effect: Unsupported value: "Maybe": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      ],
      [
        { 'spec.tolerations': [{ key: 'a', effect: 'NoSchedule', tolerationSeconds: 5 }] },
        'spec.tolerations[0].effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' when `tolerationSeconds` is set',
      ],
      [
        {
          'spec.hostAliases': [{ ip: 'nonsense', hostnames: ['a'] }],
        },
        'spec.hostAliases[0].ip: Invalid value: "nonsense": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
      [
        { 'spec.securityContext': { runAsUser: -1 } },
        'spec.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      ],
      [
        { 'spec.containers.0.securityContext': { runAsUser: -1 } },
        'spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      ],
      [
        { 'spec.containers.0.livenessProbe': {} },
        'spec.containers[0].livenessProbe: Required value: must specify a handler type',
      ],
      [
        {
          'spec.containers.0.livenessProbe': {
            httpGet: { path: '/', port: 80 },
            exec: { command: ['a'] },
          },
        },
        'spec.containers[0].livenessProbe.httpGet: Forbidden: may not specify more than 1 handler type',
      ],
      [
        { 'spec.containers.0.livenessProbe': { httpGet: { path: '/', port: 0 } } },
        'spec.containers[0].livenessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive',
      ],
      [
        {
          'spec.containers.0.livenessProbe': {
            httpGet: { path: '/', port: 80 },
            periodSeconds: -1,
          },
        },
        'spec.containers[0].livenessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        {
          'spec.containers.0.livenessProbe': {
            httpGet: { path: '/', port: 80 },
            successThreshold: 2,
          },
        },
        'spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1',
      ],
      [
        { 'spec.containers.0.livenessProbe': { httpGet: { path: '/', port: 80, scheme: 'FTP' } } },
        'spec.containers[0].livenessProbe.httpGet.scheme: Unsupported value: "FTP": supported values: "HTTP", "HTTPS"',
      ],
      [
        { 'spec.containers.0.livenessProbe': { exec: { command: [] } } },
        'spec.containers[0].livenessProbe.exec.command: Required value',
      ],
      [
        { 'spec.containers.0.readinessProbe': { tcpSocket: { port: 'Bad_Port' } } },
        'spec.containers[0].readinessProbe.tcpSocket.port: Invalid value: "Bad_Port": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      ],
      [
        { 'spec.containers.0.lifecycle': { preStop: {} } },
        'spec.containers[0].lifecycle.preStop: Required value: must specify a handler type',
      ],
      [
        { 'spec.containers.0.terminationMessagePolicy': 'Other' },
        'spec.containers[0].terminationMessagePolicy: Unsupported value: "Other": supported values: "File", "FallbackToLogsOnError"',
      ],
      [
        {
          'spec.affinity': {
            podAntiAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: {} }],
            },
          },
        },
        'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": name part must be non-empty',
        `spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
        'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Required value: can not be empty',
      ],
      [
        {
          'spec.affinity': {
            podAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: [
                { weight: 0, podAffinityTerm: { topologyKey: 'zone' } },
              ],
            },
          },
        },
        'spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: must be in the range 1-100',
      ],
      [
        {
          'spec.affinity': {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] },
            },
          },
        },
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must have at least one node selector term',
      ],
      [
        {
          'spec.affinity': {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In' }] }],
              },
            },
          },
        },
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      ],
      [
        {
          'spec.topologySpreadConstraints': [
            { maxSkew: 0, topologyKey: 'zone', whenUnsatisfiable: 'Never' },
          ],
        },
        'spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero',
        'spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "Never": supported values: "DoNotSchedule", "ScheduleAnyway"',
      ],
      [
        { 'spec.ephemeralContainers': [{ name: 'd', image: 'b' }] },
        'spec.ephemeralContainers: Forbidden: cannot be set on create',
      ],
    ],
    status: { sent: { phase: 'Running' }, stored: { phase: 'Pending', qosClass: 'BestEffort' } },
  });
});
