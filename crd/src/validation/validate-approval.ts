import type { CustomResourceDefinition } from '../definition/custom-resource-definition.js';
import type { FieldError } from '../field/field-error.js';
import { invalid, required } from '../field/field-errors.js';
import { key } from '../field/field-path.js';

const ANNOTATION = 'api-approved.kubernetes.io';
const ENHANCEMENT = 'see https://github.com/kubernetes/enhancements/pull/1111';
const path = key('metadata.annotations', ANNOTATION);

type Approval = 'missing' | 'bypassed' | 'approved' | 'invalid';

/** Requires the annotation with an approval for groups of the Kubernetes community. */
export function validateApproval(crd: CustomResourceDefinition): FieldError[] {
  if (!isProtectedGroup(crd.spec.group)) return [];
  const need = `protected groups must have approval annotation "${ANNOTATION}"`;
  switch (approvalOf(crd)) {
    case 'missing':
      return [required(path, `${need}, ${ENHANCEMENT}`)];
    case 'invalid': {
      const text = `${need} with either a URL or a reason starting with "unapproved", ${ENHANCEMENT}`;
      return [invalid(path, annotationOf(crd), text)];
    }
    default:
      return [];
  }
}

/** Ignores an existing violation. */
export function validateApprovalUpdate(
  next: CustomResourceDefinition,
  old: CustomResourceDefinition,
): FieldError[] {
  return approvalOf(next) === approvalOf(old) ? [] : validateApproval(next);
}

function isProtectedGroup(group: string): boolean {
  return /(^|\.)(k8s|kubernetes)\.io$/.test(group);
}

const annotationOf = (crd: CustomResourceDefinition): string =>
  crd.metadata.annotations?.[ANNOTATION] ?? '';

function approvalOf(crd: CustomResourceDefinition): Approval {
  const text = annotationOf(crd);
  if (text === '') return 'missing';
  if (text.startsWith('unapproved')) return 'bypassed';
  return /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/?\s]+/.test(text) ? 'approved' : 'invalid';
}
