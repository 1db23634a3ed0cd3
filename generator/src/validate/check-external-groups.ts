import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { ApiModel } from '../model/model.js';
import type { OperatorConfig } from '../settings/operator-config.js';
import { didYouMean } from '../text/did-you-mean.js';
import { nearest } from '../text/nearest.js';

/** Warns of `operator.externalGroups` without a kind: the deployment would install the CRDs of the group that is meant. */
export function checkExternalGroups(
  { customResources }: Pick<ApiModel, 'customResources'>,
  operator: OperatorConfig | undefined,
  diagnostics: DiagnosticList,
): void {
  const groups = new Set(customResources.map(({ group }) => group));
  for (const name of operator?.externalGroups ?? []) {
    if (groups.has(name)) continue;
    const meant = nearest(name, groups);
    const remedy =
      meant === undefined
        ? `remove it, or add a version of the group to groups`
        : didYouMean(name, meant);
    const message = `operator.externalGroups names ${JSON.stringify(name)}, but no kind is in this group`;
    diagnostics.warning('VMGEN1011', undefined, message, remedy);
  }
}
