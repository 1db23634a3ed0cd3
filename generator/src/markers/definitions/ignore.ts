import { required, text } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

export const ignoreMarker = defineMarker({
  name: 'vmgen:ignore',
  topic: 'Findings',
  places: ['package', 'kind', 'type', 'field'],
  arguments: {
    code: required(text, 'Of the warning, such as VMGEN5101.'),
    reason: required(text, 'Why it is no mistake here, for those who read it later.'),
  },
  repeatable: true,
  help: 'Silences the warnings of one code here.',
  details:
    'Here means its own comment and the line that the comment is about. Errors cannot be silenced; what silences nothing is warned of. With --strict silenced warnings are no errors.',
  example:
    '// +vmgen:ignore:code=VMGEN5101,reason="our webhook checks it"\n// +kubebuilder:validation:Format=machine-id\nid: string;',
});
