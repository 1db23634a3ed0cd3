import type { MarkerDefinition } from '../language/definition.js';

const RULE = 'write +kubebuilder:validation:XValidation';

/** Markers that Go's tools know and that a CRD or TypeScript has no words for. */
const REFUSED: readonly (readonly [names: string, help: string, reason: string, remedy: string])[] =
  [
    [
      'k8s:alpha k8s:beta',
      'A validation in its trial.',
      'a CRD has no hand-written validation that a trial could be compared with',
      'use the marker after = alone',
    ],
    [
      'k8s:customUnique',
      'Uniqueness is checked by hand-written code.',
      'the API server checks lists of type map and set itself, and runs no code of yours',
      'use +listType=atomic, and a rule with +kubebuilder:validation:XValidation',
    ],
    [
      'k8s:customValidation',
      'Calls a Go function.',
      'the API server runs no code of yours on custom resources',
      `${RULE}, or serve a webhook with +kubebuilder:webhook`,
    ],
    [
      'k8s:enumExclude',
      'Leaves a constant out of an enum.',
      'a TypeScript enum or union lists exactly the allowed values',
      'leave the value out of the type',
    ],
    [
      'k8s:ifDisabled',
      'A validation for when a feature is off.',
      'a CRD knows no features that are switched on and off',
      'use the marker after = alone, or leave it out',
    ],
    [
      'k8s:ifEnabled',
      'A validation for when a feature is on.',
      'a CRD knows no features that are switched on and off',
      'use the marker after = alone, or leave it out',
    ],
    [
      'k8s:ifMode',
      'A validation for one value of a mode.',
      'the schema of a CRD is the same in all modes',
      `${RULE}:rule="self.mode != 'A' || has(self.field)" on the type`,
    ],
    [
      'k8s:modeDiscriminator',
      'The field that k8s:ifMode asks.',
      'the schema of a CRD is the same in all modes',
      `${RULE}:rule="self.mode != 'A' || has(self.field)" on the type`,
    ],
    [
      'k8s:opaqueType',
      "Ignores the validations of the field's type.",
      'the schema of a CRD holds every type in full',
      'give the field a type of its own, or +kubebuilder:validation:Schemaless',
    ],
    [
      'kubebuilder:ac:output:package',
      'Where apply configurations are written.',
      'none are written: what apply takes is a type of @vmgen/runtime made from the kind',
      'remove it',
    ],
  ];

export const refusedMarkers: readonly MarkerDefinition[] = REFUSED.flatMap(
  ([names, help, reason, remedy]) =>
    names.split(' ').map((name) => ({
      name,
      topic: 'Refused' as const,
      places: ['package', 'kind', 'type', 'field'] as const,
      help,
      example: `// +${name}`,
      refused: { reason, remedy },
    })),
);
