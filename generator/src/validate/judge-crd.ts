import { validateCustomResourceDefinition } from '@vmgen/apiserver/schema';
import type { BuiltCrd } from '../emit/build-crd.js';
import { FindingList } from '../findings/finding-list.js';
import type { SourcePosition } from '../findings/finding.js';
import { boundRemedy } from './bound-remedy.js';
import { refusalCode } from './refusal-code.js';
import { locateField } from './locate-field.js';
import { foldCosts, nameRemedy, readableMessage, withoutFollowUps } from './readable-refusals.js';

/** Whether an API server would take the CRD. */
export function isAccepted(built: BuiltCrd): boolean {
  const findings = new FindingList();
  judgeCrd(built, findings);
  return !findings.refuses(false);
}

/** Asks the API server's own rules for the CRD; what they refuse is told at the line to blame. */
export function judgeCrd({ resource, crd }: BuiltCrd, findings: FindingList): void {
  const refusals = validateCustomResourceDefinition(crd);
  for (const refusal of withoutFollowUps(foldCosts(refusals))) {
    const { field, missingBounds } = refusal;
    const position: SourcePosition = locateField(field, resource);
    const text = `the API server would refuse the CRD: ${field}: ${readableMessage(refusal)}`;
    findings.error(
      refusalCode(refusal),
      position,
      text,
      boundRemedy(missingBounds) ?? nameRemedy(field),
    );
  }
}
