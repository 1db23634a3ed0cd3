import type { BuiltCrd } from '../emit/build-crd.js';
import type { FindingList } from '../findings/finding-list.js';
import type { ApiModel } from '../model/model.js';
import { checkKeywords } from './check-keywords.js';
import { judgeCrd } from './judge-crd.js';
import { refuseNameClashes } from './name-clashes.js';

/** Finds what would break what is made from the model. */
export function validate(model: ApiModel, crds: readonly BuiltCrd[], findings: FindingList): void {
  refuseNameClashes(model, findings);
  for (const built of crds) {
    for (const { resource } of built.resource.versions) checkKeywords(resource.schema, findings);
    judgeCrd(built, findings);
  }
}
