import type { CustomResourceDefinition } from '@vmgen/crd';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { CustomResource } from '../model/model.js';
import { ETCD_LIMIT, refuseLarge } from '../schema/refuse-large.js';
import { descriptionsSize, sizeOf } from './trim-descriptions.js';

/** Reports a CRD whose printed form exceeds the limit of etcd. */
export function refuseBeyondEtcd(
  { main, versions }: CustomResource,
  crd: CustomResourceDefinition,
  diagnostics: DiagnosticList,
): boolean {
  const bytes = sizeOf(crd);
  if (bytes <= ETCD_LIMIT) return false;
  const schemas = versions.map(({ package: { version }, resource: { schema } }) => {
    return { version, schema };
  });
  const columns = crd.spec.versions.map((version) => version.additionalPrinterColumns ?? []);
  const others = [
    { name: 'descriptions', size: descriptionsSize(crd) },
    { name: 'printer columns', size: sizeOf(columns) },
  ];
  const { kind, type } = main;
  refuseLarge({ kind, position: type.position }, schemas, bytes, diagnostics, others);
  return true;
}
