import type { JsonObject } from '@vmgen/base/json';
import { AGE_COLUMN, NAME_COLUMN } from './common-columns.js';
import type { TableColumn } from './table-column.js';
import {
  column,
  joined,
  objectsAt,
  orNone,
  sizeAt,
  textAt,
  textsAt,
  valueAt,
  wideColumn,
} from './column.js';
import { selectorText } from './workload-columns.js';

const MAX_SHOWN = 3;

/** core/v1 Service. */
export const SERVICE_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Type', (object) => textAt(object, 'spec', 'type')),
  column('Cluster-IP', (object) => orNone(textsAt(object, 'spec', 'clusterIPs')[0] ?? '')),
  column('External-IP', externalAddress),
  column('Port(s)', (object) => {
    const ports = objectsAt(object, 'spec', 'ports').map((port) => {
      const node = textAt(port, 'nodePort');
      const number = textAt(port, 'port') + (node === '' || node === '0' ? '' : `:${node}`);
      return `${number}/${textAt(port, 'protocol')}`;
    });
    return orNone(ports.join(','));
  }),
  AGE_COLUMN,
  wideColumn('Selector', (object) => selectorText(object, 'spec', 'selector')),
];

function externalAddress(object: JsonObject): string {
  const given = textsAt(object, 'spec', 'externalIPs');
  switch (textAt(object, 'spec', 'type')) {
    case 'ExternalName':
      return textAt(object, 'spec', 'externalName');
    case 'LoadBalancer': {
      const all = [...balancerAddresses(object), ...given];
      return all.length > 0 ? all.join(',') : '<pending>';
    }
    default:
      return orNone(given.join(','));
  }
}

const balancerAddresses = (object: JsonObject): string[] => {
  const ingress = objectsAt(object, 'status', 'loadBalancer', 'ingress');
  return [...new Set(ingress.map((it) => textAt(it, 'ip') || textAt(it, 'hostname')))].sort();
};

/** networking Ingress. */
export const INGRESS_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Class', (object) => orNone(textAt(object, 'spec', 'ingressClassName'))),
  column('Hosts', (object) => {
    const hosts = objectsAt(object, 'spec', 'rules').flatMap((rule) => textAt(rule, 'host') || []);
    return hosts.length === 0 ? '*' : joined(hosts, MAX_SHOWN);
  }),
  column('Address', (object) => balancerAddresses(object).join(',')),
  column('Ports', (object) => (sizeAt(object, 'spec', 'tls') > 0 ? '80, 443' : '80')),
  AGE_COLUMN,
];

/** networking IngressClass. */
export const INGRESS_CLASS_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Controller', (object) => textAt(object, 'spec', 'controller')),
  column('Parameters', (object) => {
    const [group, kind, name] = ['apiGroup', 'kind', 'name'].map((it) =>
      textAt(object, 'spec', 'parameters', it),
    );
    if (valueAt(object, 'spec', 'parameters') === undefined) return '<none>';
    return `${kind ?? ''}${group ? `.${group}` : ''}/${name ?? ''}`;
  }),
  AGE_COLUMN,
];

/** networking NetworkPolicy. */
export const NETWORK_POLICY_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Pod-Selector', (object) => selectorText(object, 'spec', 'podSelector')),
  AGE_COLUMN,
];

/** core/v1 Endpoints. */
export const ENDPOINTS_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Endpoints', (object) => {
    const all = objectsAt(object, 'subsets').flatMap((subset) => {
      const addresses = objectsAt(subset, 'addresses').map((it) => textAt(it, 'ip'));
      const ports = objectsAt(subset, 'ports').map((it) => textAt(it, 'port'));
      if (ports.length === 0) return addresses;
      return ports.flatMap((port) => addresses.map((address) => hostPort(address, port)));
    });
    return orNone(joined(all, MAX_SHOWN));
  }),
  AGE_COLUMN,
];

const hostPort = (address: string, port: string): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** discovery EndpointSlice. */
export const ENDPOINT_SLICE_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('AddressType', (object) => textAt(object, 'addressType')),
  column('Ports', (object) => {
    const ports = objectsAt(object, 'ports').map((port) => textAt(port, 'port') || '*');
    return ports.length === 0 ? '<unset>' : joined(ports, MAX_SHOWN);
  }),
  column('Endpoints', (object) => {
    const all = objectsAt(object, 'endpoints').flatMap((it) => textsAt(it, 'addresses'));
    return all.length === 0 ? '<unset>' : joined(all, MAX_SHOWN);
  }),
  AGE_COLUMN,
];
