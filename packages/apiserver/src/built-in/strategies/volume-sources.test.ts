import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/pod-volumes.yaml.
describe('the strategy of v1 Pod, its volumes', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'Pod',
    base: {
      spec: { containers: [{ name: 'main', image: 'busybox:1' }] },
    },
    invalid: [
      [
        {
          'spec.volumes': [{ name: 'v', nfs: { server: 's' } }],
        },
        'spec.volumes[0].nfs.path: Invalid value: "": must be an absolute path',
        'spec.volumes[0].nfs.path: Required value',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', nfs: { server: 's', path: 'rel' } }],
        },
        'spec.volumes[0].nfs.path: Invalid value: "rel": must be an absolute path',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', downwardAPI: { items: [{}] } }],
        },
        'spec.volumes[0].downwardAPI.path: Required value',
        'spec.volumes[0].downwardAPI: Required value: one of fieldRef and resourceFieldRef is required',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              downwardAPI: { items: [{ path: 'a' }] },
            },
          ],
        },
        'spec.volumes[0].downwardAPI: Required value: one of fieldRef and resourceFieldRef is required',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              downwardAPI: {
                items: [{ path: '../a', fieldRef: { fieldPath: 'metadata.name' } }],
              },
            },
          ],
        },
        `spec.volumes[0].downwardAPI.path: Invalid value: "../a": must not contain '..'`,
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              downwardAPI: {
                items: [{ path: 'a', fieldRef: { fieldPath: 'spec.nodeName' } }],
              },
            },
          ],
        },
        'spec.volumes[0].downwardAPI.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              downwardAPI: {
                items: [{ path: 'a', resourceFieldRef: { resource: 'limits.cpu' } }],
              },
            },
          ],
        },
        'spec.volumes[0].downwardAPI.resourceFieldRef.containerName: Required value',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              downwardAPI: {
                items: [
                  {
                    path: 'a',
                    resourceFieldRef: { containerName: 'main', resource: 'limits.gpu' },
                  },
                ],
              },
            },
          ],
        },
        'spec.volumes[0].downwardAPI.resourceFieldRef.resource: Unsupported value: "limits.gpu": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              downwardAPI: {
                items: [{ path: 'a', mode: 1000, fieldRef: { fieldPath: 'metadata.name' } }],
              },
            },
          ],
        },
        'spec.volumes[0].downwardAPI.mode: Invalid value: 1000: must be a number between 0 and 0777 (octal), both inclusive',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', downwardAPI: { defaultMode: -1 } }],
        },
        'spec.volumes[0].downwardAPI.defaultMode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', csi: { driver: 'Bad_Driver!' } }],
        },
        `spec.volumes[0].csi.driver: Invalid value: "Bad_Driver!": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        {
          'spec.volumes': [
            { name: 'v', csi: { driver: 'csi.example.com', nodePublishSecretRef: {} } },
          ],
        },
        'spec.volumes[0].csi.nodePublishSecretRef.name: Required value',
      ],
      [
        { 'spec.volumes': [{ name: 'v', ephemeral: {} }] },
        'spec.volumes[0].ephemeral.volumeClaimTemplate: Required value',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', ephemeral: { volumeClaimTemplate: {} } }],
        },
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required',
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              ephemeral: {
                volumeClaimTemplate: {
                  metadata: { name: 'x' },
                  spec: {
                    accessModes: ['ReadWriteOnce'],
                    resources: { requests: { storage: '1Gi' } },
                  },
                },
              },
            },
          ],
        },
        'spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              ephemeral: {
                volumeClaimTemplate: { spec: { accessModes: ['Nope'], resources: {} } },
              },
            },
          ],
        },
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Unsupported value: "Nope": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value',
      ],
      [
        { 'spec.volumes': [{ name: 'v', image: {} }] },
        'spec.volumes[0].image.reference: Required value',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', image: { reference: 'a:1', pullPolicy: 'Sometimes' } }],
        },
        'spec.volumes[0].image.pullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              projected: { sources: [{ serviceAccountToken: {} }] },
            },
          ],
        },
        'spec.volumes[0].projected.path: Required value',
        'spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              projected: {
                sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 10 } }],
              },
            },
          ],
        },
        'spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 10: may not specify a duration less than 10 minutes',
        'spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              projected: {
                sources: [{ serviceAccountToken: { path: '../t', expirationSeconds: 9999999999 } }],
              },
            },
          ],
        },
        `spec.volumes[0].projected.path: Invalid value: "../t": must not contain '..'`,
        'spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 9999999999: may not specify a duration larger than 2^32 seconds',
        'spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              projected: { sources: [{ secret: {} }] },
            },
          ],
        },
        'spec.volumes[0].projected.sources[0].secret.name: Required value',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              projected: {
                sources: [
                  {
                    configMap: { name: 'a', items: [{ key: 'k' }] },
                  },
                ],
              },
            },
          ],
        },
        'spec.volumes[0].projected.sources[0].configMap.items[0].path: Required value',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              projected: {
                sources: [
                  {
                    configMap: { name: 'a', items: [{ key: 'k', path: 'p' }] },
                  },
                  {
                    secret: { name: 'b', items: [{ key: 'k', path: 'p' }] },
                  },
                ],
              },
            },
          ],
        },
        'spec.volumes[0].projected: Invalid value: "b": conflicting duplicate paths',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              projected: {
                defaultMode: 1000,
                sources: [{ secret: { name: 'a' } }],
              },
            },
          ],
        },
        'spec.volumes[0].projected.defaultMode: Invalid value: 1000: must be a number between 0 and 0777 (octal), both inclusive',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              secret: { secretName: 's', items: [{ key: '', path: '' }] },
            },
          ],
        },
        'spec.volumes[0].secret.items[0].key: Required value',
        'spec.volumes[0].secret.items[0].path: Required value',
      ],
      [
        {
          'spec.volumes': [
            {
              name: 'v',
              secret: { secretName: 's', items: [{ key: 'k', path: 'a/../b', mode: 512 }] },
            },
          ],
        },
        'spec.volumes[0].secret.items[0].mode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive',
        `spec.volumes[0].secret.items[0].path: Invalid value: "a/../b": must not contain '..'`,
      ],
      [
        {
          'spec.volumes': [{ name: 'v', hostPath: { path: '/a/../b' } }],
        },
        `spec.volumes[0].hostPath.path: Invalid value: "/a/../b": must not contain '..'`,
      ],
      [
        {
          'spec.volumes': [{ name: 'v', emptyDir: {} }],
          'spec.containers.0.volumeMounts': [
            { name: 'v', mountPath: '/a', subPath: 'a', subPathExpr: 'b' },
          ],
        },
        'spec.containers[0].volumeMounts[0].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', emptyDir: {} }],
          'spec.containers.0.volumeMounts': [{ name: 'v', mountPath: '/a', subPath: '/abs' }],
        },
        'spec.containers[0].volumeMounts.subPath: Invalid value: "/abs": must be a relative path',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', emptyDir: {} }],
          'spec.containers.0.volumeMounts': [
            { name: 'v', mountPath: '/a', mountPropagation: 'Other' },
          ],
        },
        'spec.containers[0].volumeMounts.mountPropagation: Unsupported value: "Other": supported values: "Bidirectional", "HostToContainer", "None"',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', emptyDir: {} }],
          'spec.containers.0.volumeMounts': [
            { name: 'v', mountPath: '/a', recursiveReadOnly: 'Enabled' },
          ],
        },
        'spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true',
      ],
      [
        {
          'spec.volumes': [{ name: 'v', emptyDir: {} }],
          'spec.containers.0.volumeMounts': [{ mountPath: '/a' }],
        },
        'spec.containers[0].volumeMounts[0].name: Not found: ""',
        'spec.containers[0].volumeMounts[0].name: Required value',
      ],
    ],
  });
});
