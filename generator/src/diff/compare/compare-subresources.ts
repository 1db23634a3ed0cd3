import type { CustomResourceDefinitionVersion, JSONSchemaProps, ScalePaths } from '@vmgen/crd';
import type { ChangeCode } from '../definitions/registry.js';
import { canonical } from './shown.js';
import { fieldOf } from './parts-of.js';

type Version = CustomResourceDefinitionVersion;

/** Reports a change of a version; `at` is relative to the version. */
export type ReportVersionChange = (
  code: ChangeCode,
  message: string,
  ...at: (string | number)[]
) => void;

/** The parts of an object with addresses of their own. */
export function compareSubresources(
  old: Version,
  next: Version,
  report: ReportVersionChange,
): void {
  const [hadStatus, hasStatus] = [old.subresources?.status, next.subresources?.status];
  if (hasStatus && !hadStatus) {
    report('status-added', 'subresource status was added', 'subresources', 'status');
  } else if (hadStatus && !hasStatus) {
    report('status-removed', 'subresource status was removed');
  }
  compareScale(old, next, report);
}

function compareScale(old: Version, next: Version, report: ReportVersionChange): void {
  const [before, after] = [scaleOf(old), scaleOf(next)];
  if (canonical(before) === canonical(after)) return;
  if (!after) return report('scale-removed', 'subresource scale was removed');
  if (!before) {
    const paths = [after.specReplicasPath, after.statusReplicasPath];
    const schema = next.schema?.openAPIV3Schema ?? {};
    const code = paths.every((path) => isCount(path, schema))
      ? 'scale-added'
      : 'unbounded-scale-added';
    return report(code, 'subresource scale was added', 'subresources', 'scale');
  }
  if (before.labelSelectorPath !== undefined && after.labelSelectorPath === undefined) {
    report('scale-removed', 'subresource scale has no selector', 'subresources', 'scale');
  }
  for (const part of ['specReplicasPath', 'statusReplicasPath', 'labelSelectorPath'] as const) {
    const [was = 'none', is] = [before[part], after[part]];
    if (is === undefined || was === is) continue;
    report('scale-paths-changed', `${part} ${was} -> ${is}`, 'subresources', 'scale', part);
  }
}

/** An empty selector path is equal to an absent one. */
function scaleOf({ subresources }: Version): ScalePaths | undefined {
  const scale = subresources?.scale;
  if (!scale || scale.labelSelectorPath) return scale;
  const { labelSelectorPath: _, ...paths } = scale;
  return paths;
}

const MAX_INT32 = 2_147_483_647;

/** Whether the schema rejects values that the server does not accept as a replica count. */
function isCount(path: string, root: JSONSchemaProps): boolean {
  let schema: JSONSchemaProps | undefined = root;
  for (const name of path.split('.').slice(1)) schema = schema && fieldOf(schema, name);
  if (schema?.type !== 'integer' || schema.nullable === true) return false;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, format } = schema;
  return minimum >= 0 && (format === 'int32' || maximum <= MAX_INT32);
}
