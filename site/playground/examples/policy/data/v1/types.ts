// +groupName=data.example.com

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Database is a database that an operator runs. */
// +genclient
// +vmgen:validatingPolicy:name=deletion.databases.example.com,operations=delete
// +vmgen:policy:validation:message="set the annotation example.com/allow-deletion to true first",reason=Forbidden,
//   expression="oldObject.metadata.?annotations['example.com/allow-deletion'].orValue('') == 'true'"
//
// +vmgen:validatingPolicy:name=backups.databases.example.com
// +vmgen:policy:variable:name=backups,expression="object.spec.?backups.orValue(0)"
// +vmgen:policy:validation:messageExpression="'at least 3 backups, got ' + string(variables.backups)",
//   expression="variables.backups >= 3"
//
// +vmgen:mutatingPolicy:name=creator.databases.example.com,operations=create
// +vmgen:policy:mutation:applyConfiguration=`
//   Object{
//     metadata: Object.metadata{
//       annotations: {'example.com/creator': request.userInfo.username},
//     },
//   }
// `
export interface Database extends TypeMeta {
  metadata: ObjectMeta;
  spec: {
    /** The number of backups to keep. */
    // +kubebuilder:validation:Minimum=0
    backups?: Int32;
    engine: 'postgres' | 'mysql';
  };
}
