/** Texts of VirtualMachines as a server sends them: some 1,340 bytes, 583 of them managedFields. */

export const API_VERSION = 'cloudnative.tw/v1alpha1';
const NAMESPACES = 20;

/** The machine number `index` at a version; machines differ as those of a real cluster do. */
export function machineText(index: number, version: number): string {
  const name = `vm-${String(index).padStart(6, '0')}`;
  const namespace = `team-${String(index % NAMESPACES).padStart(2, '0')}`;
  const serial = String(index).padStart(12, '0');
  const second = String(version % 60).padStart(2, '0');
  const metadata = {
    creationTimestamp: '2026-10-01T08:00:00Z',
    finalizers: ['cloudnative.tw/machine'],
    generation: 1,
    labels: { app: `app-${index % 100}` },
    managedFields: managedFields(second),
    name,
    namespace,
    resourceVersion: String(version).padStart(8, '1'),
    uid: `6f1c9d2e-8a57-4a0b-9c3d-${serial}`,
  };
  const usage = { cpu: version % 100, memory: 41.5 };
  const status = {
    conditions: [condition(second)],
    lastUpdateTime: `2026-10-01T08:01:${second}Z`,
    observedGeneration: 1,
    phase: 'Active',
    server: { id: `c0ffee${serial}`, state: 'running', usage },
  };
  const spec = {
    action: 'active',
    image: `nginx:1.${index % 30}`,
    resource: { cpu: '2', memory: '4Gi', rootDisk: '20Gi' },
  };
  return JSON.stringify({
    apiVersion: API_VERSION,
    kind: 'VirtualMachine',
    metadata,
    spec,
    status,
  });
}

/** A page of a list: `items` joined by commas, and the token of the next page. */
export function listText(items: string, version: string, token: string): string {
  return `{"apiVersion":"${API_VERSION}","items":[${items}],"kind":"VirtualMachineList","metadata":{"continue":"${token}","resourceVersion":"${version}"}}`;
}

function condition(second: string): object {
  return {
    lastTransitionTime: `2026-10-01T08:01:${second}Z`,
    message: 'the machine runs',
    reason: 'Running',
    status: 'True',
    type: 'Ready',
  };
}

function managedFields(second: string): object[] {
  return [
    {
      apiVersion: API_VERSION,
      fieldsType: 'FieldsV1',
      fieldsV1: {
        'f:spec': {
          'f:action': {},
          'f:image': {},
          'f:resource': { 'f:cpu': {}, 'f:memory': {}, 'f:rootDisk': {} },
        },
      },
      manager: 'kubectl-client-side-apply',
      operation: 'Update',
      time: '2026-10-01T08:00:00Z',
    },
    {
      apiVersion: API_VERSION,
      fieldsType: 'FieldsV1',
      fieldsV1: {
        'f:status': {
          'f:conditions': { 'k:{"type":"Ready"}': { '.': {}, 'f:status': {} } },
          'f:phase': {},
          'f:reason': {},
          'f:server': { 'f:id': {}, 'f:usage': {} },
        },
      },
      manager: 'vmgen-controller',
      operation: 'Apply',
      subresource: 'status',
      time: `2026-10-01T08:01:${second}Z`,
    },
  ];
}
