import type { MarkerDefinition } from '../language/definition.js';

const RULE = 'write +kubebuilder:validation:XValidation';

/** Markers that Go tools support and that have no equivalent in a CRD or in TypeScript. */
const REFUSED: readonly (readonly [names: string, help: string, reason: string, remedy: string])[] =
  [
    [
      'k8s:alpha k8s:beta',
      'A validation in alpha or beta.',
      'a CRD has no handwritten validation to compare the declarative one with',
      'use only the marker after =',
    ],
    [
      'k8s:customUnique',
      'Handwritten code checks the uniqueness.',
      'the API server enforces unique items of list types map and set itself, and does not run custom code',
      'use +listType=atomic, and a rule with +kubebuilder:validation:XValidation',
    ],
    [
      'k8s:customValidation',
      'Calls a Go function.',
      'the API server does not run custom code for custom resources',
      `${RULE}, or serve a webhook with +kubebuilder:webhook`,
    ],
    [
      'k8s:enumExclude',
      'Excludes a constant from an enum.',
      'a TypeScript enum or union already lists the allowed values',
      'remove the value from the type',
    ],
    [
      'k8s:ifDisabled',
      'A validation that applies if a feature is disabled.',
      'CRDs have no feature gates',
      'use only the marker after =, or remove it',
    ],
    [
      'k8s:ifEnabled',
      'A validation that applies if a feature is enabled.',
      'CRDs have no feature gates',
      'use only the marker after =, or remove it',
    ],
    [
      'k8s:ifMode',
      'A validation that applies to one value of a mode.',
      'the schema of a CRD is the same in all modes',
      `${RULE}:rule="self.mode != 'A' || has(self.field)" on the type`,
    ],
    [
      'k8s:modeDiscriminator',
      'The field that k8s:ifMode refers to.',
      'the schema of a CRD is the same in all modes',
      `${RULE}:rule="self.mode != 'A' || has(self.field)" on the type`,
    ],
    [
      'k8s:opaqueType',
      "Ignores the validations of the field's type.",
      'the schema of a CRD contains every type completely',
      'give the field its own type, or use +kubebuilder:validation:Schemaless',
    ],
    [
      'kubebuilder:ac:output:package',
      'The output path of apply configurations.',
      'none are generated: apply takes a type that @vmgen/runtime derives from the kind',
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
