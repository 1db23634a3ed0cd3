import type { FindingList } from '../findings/finding-list.js';
import type { ApiModel } from '../model/model.js';
import { judgeCrd } from './judge-crd.js';
import { refuseNameClashes } from './name-clashes.js';

/** Finds what would break what is made from the model. */
export function validate(model: ApiModel, findings: FindingList): void {
  refuseNameClashes(model, findings);
  for (const resource of model.customResources) judgeCrd(resource, findings);
}
