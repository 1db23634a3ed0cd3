import { required, text } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

export const ignoreMarker = defineMarker({
  name: 'vmgen:ignore',
  topic: 'Diagnostics',
  places: ['package', 'kind', 'type', 'field'],
  arguments: {
    code: required(
      text,
      'The code or name of the diagnostic, such as VMGEN5101 or unknown-format.',
    ),
    reason: required(text, 'The reason why the diagnostic does not apply, for later readers.'),
  },
  repeatable: true,
  help: 'Suppresses the diagnostics with a code or name here.',
  details:
    'The marker covers its own comment and the declaration below it. It can suppress warnings and two errors, VMGEN2108 and VMGEN2110. An unused suppression is a warning. Suppressed warnings do not fail a --strict run.',
  example:
    '// +vmgen:ignore:code=VMGEN5101,reason="our webhook checks it"\n// +kubebuilder:validation:Format=machine-id\nid: string;',
});
