import type { FieldError } from '@vmgen/crd';
import type { DiagnosticCode } from '../diagnostics/code.js';

/** Parts of a CRD by the paths that the API server gives them; the first that fits is meant. */
const CODES: readonly (readonly [field: RegExp, code: DiagnosticCode])[] = [
  [/\.x-kubernetes-validations(?:\[|$)/, 'VMGEN6002'],
  [/\.default(?:\.|\[|$)/, 'VMGEN6004'],
  [/^metadata\.name$|^spec\.(?:group|names|version$|versions\[\d+\]\.name$)/, 'VMGEN6005'],
  [/additionalPrinterColumns|selectableFields|subresources/, 'VMGEN6006'],
  [/x-kubernetes-(?:list|map)-/, 'VMGEN6007'],
];

/** Whether rules are too dear, one by one or together. */
export const isOfCost = ({ detail = '' }: FieldError): boolean =>
  / cost (?:exceeds budget|total) /.test(detail);

/** The kind of mistake that the API server refuses. */
export function refusalCode(refusal: FieldError): DiagnosticCode {
  const { field, detail = '' } = refusal;
  if (isOfCost(refusal)) return 'VMGEN6003';
  if (/x-kubernetes-list-map-keys/.test(detail)) return 'VMGEN6007';
  return CODES.find(([pattern]) => pattern.test(field))?.[1] ?? 'VMGEN6001';
}
