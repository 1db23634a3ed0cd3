import { ETCD_LIMIT } from '../schema/refuse-large.js';
import { boundedAt } from '../diagnostics/beyond-bounds.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { CustomResource } from '../model/model.js';
import type { BuiltCrd } from './build-crd.js';
import { printYaml } from './print-yaml.js';
import { refuseBeyondEtcd } from './refuse-beyond-etcd.js';
import { APPLY_LIMIT, trimDescriptions, type TrimmedCrd } from './trim-descriptions.js';

/** The CRD of a kind as the text that people apply. */
export interface PrintedCrd {
  readonly resource: CustomResource;
  readonly yaml: string;
}

/** What a character of YAML takes at most in JSON: most CRDs fit whatever they hold, and are not measured. */
const MOST_BYTES = 6;

/**
 * Prints a CRD without the descriptions that would make it too large. What is said of its size is known
 * with that: it is printed before it is known whether anything is written.
 *
 * @param trims whether descriptions may be left out
 */
export function printCrd(
  { resource, crd }: BuiltCrd,
  trims: boolean,
  diagnostics: DiagnosticList,
): PrintedCrd {
  return boundedAt(resource.main.type.position, () => {
    const yaml = printYaml(crd).trimEnd();
    const mostBytes = yaml.length * MOST_BYTES;
    if (mostBytes < APPLY_LIMIT) return { resource, yaml };
    const trimmed = trims ? trimDescriptions(crd) : { crd, droppedCount: 0, fits: true };
    const isRefused =
      mostBytes > ETCD_LIMIT && refuseBeyondEtcd(resource, trimmed.crd, diagnostics);
    if (!isRefused) warnOfSize(trimmed, resource, diagnostics);
    return {
      resource,
      yaml: trimmed.droppedCount === 0 ? yaml : printYaml(trimmed.crd).trimEnd(),
    };
  });
}

/** The limit is that of the annotation in which kubectl keeps what it applied. */
function warnOfSize(
  { droppedCount, fits }: TrimmedCrd,
  { main }: CustomResource,
  diagnostics: DiagnosticList,
): void {
  if (droppedCount === 0 && fits) return;
  const tooLarge = `the CRD of ${main.kind} is larger than the 256 KiB that kubectl apply can keep`;
  const { position } = main.type;
  if (!fits) {
    const remedy = 'split the kind, or apply the CRD with kubectl apply --server-side';
    diagnostics.warning('VMGEN6102', position, `${tooLarge}, even without descriptions`, remedy);
    return;
  }
  const what = droppedCount === 1 ? 'a description is' : `${droppedCount} descriptions are`;
  diagnostics.warning(
    'VMGEN6101',
    position,
    `${tooLarge}: ${what} left out of it, the deepest first`,
    'shorten the documentation of its fields, cut all of it with --max-desc-len, or keep it with --no-trim-descriptions and kubectl apply --server-side',
  );
}
