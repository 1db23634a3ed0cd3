import type { MissingBound } from '@vmgen/crd';
import { pathSegments } from './locate-field.js';

const MARKERS: Readonly<Record<MissingBound['keyword'], string>> = {
  maxItems: 'MaxItems',
  maxProperties: 'MaxProperties',
  maxLength: 'MaxLength',
};

/** Which markers make a CEL rule cheap enough; undefined where no bound is missing. */
export function boundRemedy(missing: readonly MissingBound[] = []): string | undefined {
  const edits = [...new Set(missing.map(describeEdit))];
  return edits.length === 0 ? undefined : `add ${edits.join(', and ')}`;
}

/** `+kubebuilder:validation:MaxItems to spec.disks`. */
function describeEdit({ path, keyword }: MissingBound): string {
  const segments = pathSegments(path);
  const parts = segments.slice(segments.indexOf('openAPIV3Schema') + 1);
  let itemsMarker = '';
  while (parts.at(-1) === 'items' && parts.at(-2) !== 'properties') {
    parts.pop();
    itemsMarker += 'items:';
  }
  const marker = `+kubebuilder:validation:${itemsMarker}${MARKERS[keyword]}`;
  const isValue = parts.at(-1) === 'additionalProperties' && parts.at(-2) !== 'properties';
  if (isValue) parts.pop();
  return `${marker} to ${isValue ? 'the type of the values of ' : ''}${fieldOf(parts)}`;
}

/** `spec.disks[*].name` for `properties`, `spec`, `properties`, `disks`, `items` and so on. */
export function fieldOf(parts: readonly string[]): string {
  let field = '';
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] !== 'properties') field += '[*]';
    else field += `${field === '' ? '' : '.'}${parts[++i] ?? ''}`;
  }
  return field;
}
