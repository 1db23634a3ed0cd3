import { isJsonObject } from '@vmgen/base/json';
import { selectorIn } from '../resource/label-selector.js';
import {
  AGE_COLUMN,
  NAME_COLUMN,
  type TableColumn,
  column,
  countColumn,
  sizeAt,
  stringAt,
} from './column.js';
import { getValue } from '../built-in/strategies/fields.js';

const UNSET = '<unset>';

const WEBHOOK_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  countColumn('Webhooks', (object) => sizeAt(object, 'webhooks')),
  AGE_COLUMN,
];

const PARAM_KIND = column('ParamKind', (object) => {
  const kind = getValue(object, 'spec', 'paramKind');
  if (!isJsonObject(kind)) return UNSET;
  return `${stringAt(kind, 'apiVersion')}/${stringAt(kind, 'kind')}`;
});

const policyColumns = (name: string, field: string): readonly TableColumn[] => [
  NAME_COLUMN,
  countColumn(name, (object) => sizeAt(object, 'spec', field)),
  PARAM_KIND,
  AGE_COLUMN,
];

const BINDING_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('PolicyName', 'spec.policyName'),
  column('ParamRef', (object) => {
    const reference = getValue(object, 'spec', 'paramRef');
    if (!isJsonObject(reference)) return UNSET;
    const name = stringAt(reference, 'name');
    if (name !== '') return `${stringAt(reference, 'namespace') || '*'}/${name}`;
    // kube-apiserver prints the selector as a struct of Go.
    return selectorIn(reference['selector'])?.toString() ?? UNSET;
  }),
  AGE_COLUMN,
];

/** The columns of the kinds of admissionregistration.k8s.io, by plural and group. */
export const ADMISSION_COLUMNS: Readonly<Record<string, readonly TableColumn[]>> = {
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': WEBHOOK_COLUMNS,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': WEBHOOK_COLUMNS,
  'mutatingadmissionpolicies.admissionregistration.k8s.io': policyColumns('Mutations', 'mutations'),
  'validatingadmissionpolicies.admissionregistration.k8s.io': policyColumns(
    'Validations',
    'validations',
  ),
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io': BINDING_COLUMNS,
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': BINDING_COLUMNS,
};
