import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/ingress.yaml.
describe('the strategy of networking.k8s.io/v1 Ingress', () => {
  testStrategy({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    base: {
      spec: {
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [
                {
                  path: '/',
                  pathType: 'Prefix',
                  backend: { service: { name: 'web', port: { number: 80 } } },
                },
              ],
            },
          },
        ],
      },
    },
    defaults: { status: { loadBalancer: {} } },
    invalid: [
      [
        { spec: null },
        'spec: Invalid value: null: either `defaultBackend` or `rules` must be specified',
      ],
      [
        { 'spec.rules.0.http.paths.0.pathType': null },
        'spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified',
      ],
      [
        { 'spec.rules.0.http.paths.0.pathType': 'Regex' },
        'spec.rules[0].http.paths[0].pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"',
      ],
      [
        { 'spec.rules.0.http.paths.0.path': 'relative' },
        'spec.rules[0].http.paths[0].path: Invalid value: "relative": must be an absolute path',
      ],
      [
        { 'spec.rules.0.http.paths.0.path': '/a//b' },
        `spec.rules[0].http.paths[0].path: Invalid value: "/a//b": must not contain '//'`,
      ],
      [{ 'spec.rules.0.http.paths': [] }, 'spec.rules[0].http.paths: Required value'],
      [
        { 'spec.rules.0.http.paths.0.backend': {} },
        'spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required',
      ],
      [
        { 'spec.rules.0.http.paths.0.backend.service.port': {} },
        'spec.rules[0].http.paths[0].backend: Required value: port name or number is required',
      ],
      [
        { 'spec.rules.0.http.paths.0.backend.service.port': { number: 80, name: 'a' } },
        'spec.rules[0].http.paths[0].backend: Invalid value: "": cannot set both port name & port number',
      ],
      [
        { 'spec.rules.0.http.paths.0.backend.service.port': { number: 70000 } },
        'spec.rules[0].http.paths[0].backend.service.port.number: Invalid value: 70000: must be between 1 and 65535, inclusive',
      ],
      [
        { 'spec.rules.0.http.paths.0.backend.service.name': 'Bad_Name' },
        `spec.rules[0].http.paths[0].backend.service.name: Invalid value: "Bad_Name": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
      ],
      [
        { 'spec.rules.0.http.paths.0.backend.service.name': null },
        'spec.rules[0].http.paths[0].backend.service.name: Required value',
      ],
      [
        { 'spec.rules.0.http.paths.0.backend.resource': { kind: 'A', name: 'b' } },
        'spec.rules[0].http.paths[0].backend: Invalid value: "": cannot set both resource and service backends',
      ],
      [
        { 'spec.rules.0.host': 'Bad_Host' },
        `spec.rules[0].host: Invalid value: "Bad_Host": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        { 'spec.rules.0.host': '*' },
        `spec.rules[0].host: Invalid value: "*": a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        { 'spec.rules.0.host': '1.2.3.4' },
        'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
      ],
      [
        { 'spec.ingressClassName': 'Bad_Name' },
        `spec.ingressClassName: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        {
          'spec.tls': [{ hosts: ['Bad_Host'] }],
        },
        `spec.tls[0].hosts[0]: Invalid value: "Bad_Host": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
    ],
    invalidUpdates: [
      [
        { 'spec.rules': null },
        'spec: Invalid value: null: either `defaultBackend` or `rules` must be specified',
      ],
    ],
  });
});
