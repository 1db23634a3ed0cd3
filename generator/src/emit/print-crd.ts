import { ETCD_LIMIT, refuseLarge } from '../schema/refuse-large.js';
import { boundedAt } from '../diagnostics/beyond-bounds.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { CustomResource } from '../model/model.js';
import type { BuiltCrd } from '../model/build-crd.js';
import { printYaml } from './print-yaml.js';
import {
  APPLY_LIMIT,
  trimDescriptions,
  type TrimmedCrd,
  descriptionsSize,
  sizeOf,
} from '../model/trim-descriptions.js';
import type { CustomResourceDefinition } from '@vmgen/crd';

/** The CRD of a kind as the text of a manifest. */
export interface PrintedCrd {
  /** The kind that the CRD defines. */
  readonly resource: CustomResource;
  /** The CRD as YAML, without the header of generated files. */
  readonly yaml: string;
  /** The CRD as the object that `yaml` contains. */
  readonly crd: CustomResourceDefinition;
}

/**
 * The maximum size of a YAML character in JSON: most CRDs are below the limit with this estimate, and are not
 * measured.
 */
const MOST_BYTES = 6;

/**
 * Prints a CRD without the descriptions that would make it too large. The diagnostics about its size are
 * known at that point, before the decision whether anything is written.
 *
 * @param trims whether descriptions may be omitted
 */
export function printCrd(
  { resource, crd }: BuiltCrd,
  trims: boolean,
  diagnostics: DiagnosticList,
): PrintedCrd {
  return boundedAt(resource.main.type.position, () => {
    const yaml = printYaml(crd).trimEnd();
    const mostBytes = yaml.length * MOST_BYTES;
    if (mostBytes < APPLY_LIMIT) return { resource, yaml, crd };
    const trimmed = trims ? trimDescriptions(crd) : { crd, droppedCount: 0, fits: true };
    const isRefused =
      mostBytes > ETCD_LIMIT && refuseBeyondEtcd(resource, trimmed.crd, diagnostics);
    if (!isRefused) warnOfSize(trimmed, resource, diagnostics);
    return {
      resource,
      yaml: trimmed.droppedCount === 0 ? yaml : printYaml(trimmed.crd).trimEnd(),
      crd: trimmed.crd,
    };
  });
}

/** The limit of the annotation in which kubectl stores the applied object. */
function warnOfSize(
  { droppedCount, fits }: TrimmedCrd,
  { main }: CustomResource,
  diagnostics: DiagnosticList,
): void {
  if (droppedCount === 0 && fits) return;
  const tooLarge = `the CRD of ${main.kind} exceeds the 256 KiB that kubectl apply can store`;
  const { position } = main.type;
  if (!fits) {
    const remedy = 'split the kind, or apply the CRD with kubectl apply --server-side';
    diagnostics.warning('VMGEN6102', position, `${tooLarge}, even without descriptions`, remedy);
    return;
  }
  const what = droppedCount === 1 ? 'one description was' : `${droppedCount} descriptions were`;
  diagnostics.warning(
    'VMGEN6101',
    position,
    `${tooLarge}: ${what} omitted from it, the most deeply nested first`,
    'shorten the documentation of its fields, limit all descriptions with --max-desc-len, or keep them with --no-trim-descriptions and kubectl apply --server-side',
  );
}

/** Reports a CRD whose printed form exceeds the limit of etcd. */
function refuseBeyondEtcd(
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
