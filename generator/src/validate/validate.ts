import type { FindingList } from '../findings/finding-list.js';
import type { ApiModel } from '../model/model.js';
import { checkKeywords } from './check-keywords.js';
import { judgeCrd } from './judge-crd.js';
import { refuseNameClashes } from './name-clashes.js';

/** Finds what would break what is made from the model. */
export function validate(model: ApiModel, findings: FindingList): void {
  refuseNameClashes(model, findings);
  for (const resource of model.customResources) {
    for (const version of resource.versions) checkKeywords(version.resource.schema, findings);
    judgeCrd(resource, findings);
  }
}
