import type { MarkerDefinition } from '../definition.js';

function presence(
  name: string,
  help: string,
  places: MarkerDefinition['places'],
): MarkerDefinition {
  return { name, places, help };
}

/** Overrule the short markers; on the package they say what holds where nothing else is said. */
export const validationOptional = presence(
  'kubebuilder:validation:Optional',
  'The field may be left out.',
  ['package', 'field'],
);
export const validationRequired = presence(
  'kubebuilder:validation:Required',
  'The field must be given.',
  ['package', 'field'],
);

export const optionalMarkers: readonly MarkerDefinition[] = ['optional', 'k8s:optional'].map(
  (name) => presence(name, 'The field may be left out.', ['field']),
);
export const requiredMarkers: readonly MarkerDefinition[] = ['required', 'k8s:required'].map(
  (name) => presence(name, 'The field must be given.', ['field']),
);

export const presenceMarkers: readonly MarkerDefinition[] = [
  validationOptional,
  validationRequired,
  ...optionalMarkers,
  ...requiredMarkers,
];
