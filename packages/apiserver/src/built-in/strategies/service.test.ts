import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/service.yaml.
describe('the strategy of v1 Service', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'Service',
    base: {
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    },
    generated: ['spec.clusterIP', 'spec.clusterIPs'],
    defaults: {
      'spec.internalTrafficPolicy': 'Cluster',
      'spec.ipFamilies': ['IPv4'],
      'spec.ipFamilyPolicy': 'SingleStack',
      'spec.ports.0.protocol': 'TCP',
      'spec.ports.0.targetPort': 80,
      'spec.sessionAffinity': 'None',
      'spec.type': 'ClusterIP',
      status: { loadBalancer: {} },
    },
    invalid: [
      [{ 'spec.ports': null }, 'spec.ports: Required value'],
      [
        { 'spec.type': 'Other' },
        'spec.type: Unsupported value: "Other": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
      ],
      [{ spec: { type: 'ExternalName' } }, 'spec.externalName: Required value'],
      [
        { spec: { type: 'ExternalName', externalName: 'not ok' } },
        `spec.externalName: Invalid value: "not ok": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        { 'spec.clusterIP': 'None', 'spec.type': 'NodePort' },
        `spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for NodePort services`,
      ],
      [
        { 'spec.clusterIP': '10.9.9.9' },
        'spec.clusterIPs: Invalid value: ["10.9.9.9"]: failed to allocate IP 10.9.9.9: the provided IP (10.9.9.9) is not in the valid range. The range of valid IPs is 10.0.0.0/24',
      ],
      [
        { 'spec.clusterIP': 'nonsense' },
        'spec.clusterIPs[0]: Invalid value: "nonsense": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
      [
        { 'spec.clusterIP': '10.0.0.7', 'spec.clusterIPs': ['10.0.0.8'] },
        'spec.clusterIPs: Invalid value: ["10.0.0.8"]: first value must match `clusterIP`',
      ],
      [
        { 'spec.ipFamilyPolicy': 'RequireDualStack' },
        'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
      ],
      [
        { 'spec.ipFamilies': ['IPv6'] },
        'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster',
      ],
      [
        { 'spec.ports': [{ port: 0 }] },
        'spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
        'spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive',
      ],
      [
        { 'spec.ports': [{ port: 70000 }] },
        'spec.ports[0].port: Invalid value: 70000: must be between 1 and 65535, inclusive',
        'spec.ports[0].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
      ],
      [
        { 'spec.ports': [{ port: 80 }, { port: 81 }] },
        'spec.ports[0].name: Required value',
        'spec.ports[1].name: Required value',
      ],
      [
        {
          'spec.ports': [
            { name: 'a', port: 80 },
            { name: 'a', port: 81 },
          ],
        },
        'spec.ports[1].name: Duplicate value: "a"',
      ],
      [
        {
          'spec.ports': [
            { name: 'a', port: 80 },
            { name: 'b', port: 80 },
          ],
        },
        'spec.ports[1]: Duplicate value: {"name":"b","port":80,"protocol":"TCP","targetPort":80}',
      ],
      [
        { 'spec.ports': [{ name: 'Bad_Name', port: 80 }] },
        `spec.ports[0].name: Invalid value: "Bad_Name": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
      ],
      [
        { 'spec.ports': [{ port: 80, protocol: 'HTTP' }] },
        'spec.ports[0].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"',
      ],
      [
        { 'spec.ports': [{ port: 80, targetPort: 'Bad_Port' }] },
        'spec.ports[0].targetPort: Invalid value: "Bad_Port": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      ],
      [
        { 'spec.ports': [{ port: 80, nodePort: 30080 }] },
        "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
      ],
      [
        {
          'spec.type': 'NodePort',
          'spec.ports': [
            { name: 'a', port: 80, nodePort: 30080 },
            { name: 'b', port: 81, nodePort: 30080 },
          ],
        },
        'spec.ports[1].nodePort: Invalid value: 30080: provided port is already allocated',
      ],
      [
        { 'spec.ports': [{ targetPort: 80 }] },
        'spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
      ],
      [
        { 'spec.sessionAffinity': 'Other' },
        'spec.sessionAffinity: Unsupported value: "Other": supported values: "ClientIP", "None"',
      ],
      [
        {
          'spec.sessionAffinity': 'ClientIP',
          'spec.sessionAffinityConfig': { clientIP: { timeoutSeconds: 0 } },
        },
        'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 0: must be greater than 0 and less than 86400',
      ],
      [
        { 'spec.selector': { 'bad key!': 'x' } },
        `spec.selector: Invalid value: "bad key!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
      [
        { 'spec.externalIPs': ['nonsense'] },
        'spec.externalIPs[0]: Invalid value: "nonsense": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
      [
        { 'spec.externalTrafficPolicy': 'Local' },
        'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services',
      ],
      [
        { 'spec.internalTrafficPolicy': 'Other' },
        'spec.internalTrafficPolicy: Unsupported value: "Other": supported values: "Cluster", "Local"',
      ],
      [
        { 'spec.loadBalancerSourceRanges': ['nonsense'], 'spec.type': 'LoadBalancer' },
        'spec.LoadBalancerSourceRanges[0]: Invalid value: "nonsense": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
    ],
    invalidUpdates: [
      [
        { 'spec.clusterIP': '10.0.0.9' },
        'spec.clusterIPs[0]: Invalid value: ["10.0.0.9"]: may not change once set',
      ],
    ],
  });
});
