import type { JsonObject } from '@vmgen/base/json';
import {
  AGE_COLUMN,
  NAME_COLUMN,
  type TableColumn,
  column,
  joined,
  orNone,
  sizeAt,
  stringAt,
  wideColumn,
  columnOr,
} from './column.js';
import { getObjects, getStrings, getValue } from '../built-in/strategies/fields.js';
import { selectorText } from './workload-columns.js';

const MAX_SHOWN = 3;

function externalAddress(object: JsonObject): string {
  const given = getStrings(object, 'spec', 'externalIPs');
  switch (stringAt(object, 'spec', 'type')) {
    case 'ExternalName':
      return stringAt(object, 'spec', 'externalName');
    case 'LoadBalancer': {
      const all = [...balancerAddresses(object), ...given];
      return all.length > 0 ? all.join(',') : '<pending>';
    }
    default:
      return orNone(given.join(','));
  }
}

const balancerAddresses = (object: JsonObject): string[] => {
  const ingress = getObjects(object, 'status', 'loadBalancer', 'ingress');
  return [...new Set(ingress.map((it) => stringAt(it, 'ip') || stringAt(it, 'hostname')))].sort();
};

const hostPort = (address: string, port: string): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** The columns of the kinds of networking, by plural and group. */
export const NETWORK_COLUMNS: Readonly<Record<string, readonly TableColumn[]>> = {
  'services.': [
    NAME_COLUMN,
    column('Type', 'spec.type'),
    column('Cluster-IP', (object) => orNone(getStrings(object, 'spec', 'clusterIPs')[0] ?? '')),
    column('External-IP', externalAddress),
    column('Port(s)', (object) => {
      const ports = getObjects(object, 'spec', 'ports').map((port) => {
        const node = stringAt(port, 'nodePort');
        const number = stringAt(port, 'port') + (node === '' || node === '0' ? '' : `:${node}`);
        return `${number}/${stringAt(port, 'protocol')}`;
      });
      return orNone(ports.join(','));
    }),
    AGE_COLUMN,
    wideColumn('Selector', (object) => selectorText(object, 'spec', 'selector')),
  ],
  'endpoints.': [
    NAME_COLUMN,
    column('Endpoints', (object) => {
      const all = getObjects(object, 'subsets').flatMap((subset) => {
        const addresses = getObjects(subset, 'addresses').map((it) => stringAt(it, 'ip'));
        const ports = getObjects(subset, 'ports').map((it) => stringAt(it, 'port'));
        if (ports.length === 0) return addresses;
        return ports.flatMap((port) => addresses.map((address) => hostPort(address, port)));
      });
      return orNone(joined(all, MAX_SHOWN));
    }),
    AGE_COLUMN,
  ],
  'ingresses.networking.k8s.io': [
    NAME_COLUMN,
    columnOr('<none>', 'Class', 'spec.ingressClassName'),
    column('Hosts', (object) => {
      const hosts = getObjects(object, 'spec', 'rules').flatMap(
        (rule) => stringAt(rule, 'host') || [],
      );
      return hosts.length === 0 ? '*' : joined(hosts, MAX_SHOWN);
    }),
    column('Address', (object) => balancerAddresses(object).join(',')),
    column('Ports', (object) => (sizeAt(object, 'spec', 'tls') > 0 ? '80, 443' : '80')),
    AGE_COLUMN,
  ],
  'ingressclasses.networking.k8s.io': [
    NAME_COLUMN,
    column('Controller', 'spec.controller'),
    column('Parameters', (object) => {
      const [group, kind, name] = ['apiGroup', 'kind', 'name'].map((it) =>
        stringAt(object, 'spec', 'parameters', it),
      );
      if (getValue(object, 'spec', 'parameters') === undefined) return '<none>';
      return `${kind ?? ''}${group ? `.${group}` : ''}/${name ?? ''}`;
    }),
    AGE_COLUMN,
  ],
  'networkpolicies.networking.k8s.io': [
    NAME_COLUMN,
    column('Pod-Selector', (object) => selectorText(object, 'spec', 'podSelector')),
    AGE_COLUMN,
  ],
  'endpointslices.discovery.k8s.io': [
    NAME_COLUMN,
    column('AddressType', 'addressType'),
    column('Ports', (object) => {
      const ports = getObjects(object, 'ports').map((port) => stringAt(port, 'port') || '*');
      return ports.length === 0 ? '<unset>' : joined(ports, MAX_SHOWN);
    }),
    column('Endpoints', (object) => {
      const all = getObjects(object, 'endpoints').flatMap((it) => getStrings(it, 'addresses'));
      return all.length === 0 ? '<unset>' : joined(all, MAX_SHOWN);
    }),
    AGE_COLUMN,
  ],
};
