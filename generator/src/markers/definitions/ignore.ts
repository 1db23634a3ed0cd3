import { required, text } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

export const ignoreMarker = defineMarker({
  name: 'vmgen:ignore',
  topic: 'Diagnostics',
  places: ['package', 'kind', 'type', 'field'],
  arguments: {
    code: required(text, 'Of the diagnostic, such as VMGEN5101.'),
    reason: required(text, 'Why it is no mistake here, for those who read it later.'),
  },
  repeatable: true,
  help: 'Silences the diagnostics of one code here.',
  details:
    'Here means its own comment and the line that the comment is about. Warnings can be silenced, and VMGEN2108 of the errors; a silence that silences nothing is a warning. With --strict silenced warnings are no errors.',
  example:
    '// +vmgen:ignore:code=VMGEN5101,reason="our webhook checks it"\n// +kubebuilder:validation:Format=machine-id\nid: string;',
});
