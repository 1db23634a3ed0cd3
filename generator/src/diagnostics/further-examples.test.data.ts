import type { DiagnosticCode } from './code.js';
import type { DiagnosticExample } from './definitions/definition.js';
import { field, file, files, kind, packageComment, type } from './definitions/example.js';

/** Problems that have a code beside the one of its definition. */
export const FURTHER_EXAMPLES: readonly (readonly [DiagnosticCode, DiagnosticExample])[] = [
  [
    'VMGEN7002',
    kind(`
  // +genclient
- // +genclient:method=Update,verb=update
+ // +genclient:method=Replace,verb=update`),
  ],
  [
    'VMGEN7005',
    kind(`
  // +genclient
+ // +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
  // +genclient:method=GetScale,verb=get,subresource=scale`),
  ],
  [
    'VMGEN2004',
    type(`
- // +genclient
  export interface Gadget { size: string }`),
  ],
  [
    'VMGEN2103',
    files(`
  // shop/v1/types.ts
  // +groupName=shop.example.com

  import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

- // +kubebuilder:storageversion
  export interface Order extends TypeMeta { metadata: ObjectMeta }
  // shop/v2/types.ts
  // +groupName=shop.example.com

  import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

  // +kubebuilder:storageversion
  export interface Order extends TypeMeta { metadata: ObjectMeta }`),
  ],
  [
    'VMGEN2105',
    files(`
  // shop/v1/types.ts
  // +groupName=shop.example.com

  import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

- // +kubebuilder:resource:shortName=or
  export interface Order extends TypeMeta { metadata: ObjectMeta }
  // shop/v2/types.ts
  // +groupName=shop.example.com

  import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

  // +kubebuilder:storageversion
  // +kubebuilder:resource:shortName=ord
  export interface Order extends TypeMeta { metadata: ObjectMeta }`),
  ],
  [
    'VMGEN2201',
    file(`
  // +kubebuilder:resource:shortName=ma
  export interface Machine extends TypeMeta { metadata: ObjectMeta }
- // +kubebuilder:resource:shortName=ma
+ // +kubebuilder:resource:shortName=mst
  export interface Mast extends TypeMeta { metadata: ObjectMeta }`),
  ],
  [
    'VMGEN2203',
    file(`
  export interface IsMachine extends TypeMeta { metadata: ObjectMeta }
- export interface MachineResource extends TypeMeta { metadata: ObjectMeta }
+ export interface MachineSource extends TypeMeta { metadata: ObjectMeta }`),
  ],
  [
    'VMGEN2203',
    files(`
  // shop/t/types.ts
  // +groupName=shop.example.com
- // +groupGoName=TRANSPOR
+ // +groupGoName=Shop
  // +versionName=v1

  import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

  export interface Order extends TypeMeta { metadata: ObjectMeta }`),
  ],
  [
    'VMGEN6005',
    files(`
  // shop/v1/types.ts
  // +kubebuilder:skip
- // +groupName=Shop.example.com
+ // +groupName=shop.example.com

  import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

  export interface Order extends TypeMeta { metadata: ObjectMeta }`),
  ],
  [
    'VMGEN4501',
    field(`
- // +kubebuilder:validation:Enum={}
+ // +kubebuilder:validation:Enum={Small,Large}
  size: string;`),
  ],
  [
    'VMGEN3205',
    type(`
  // +kubebuilder:validation:AtMostOneOf=file;inline
- export interface Source { file: string; inline?: string }
+ export interface Source { file?: string; inline?: string }`),
  ],
  [
    'VMGEN3205',
    type(`
- // +kubebuilder:validation:AtMostOneOf=file;in%line
- export interface Source { file?: string; 'in%line'?: string }
+ // +kubebuilder:validation:AtMostOneOf=file;inline
+ export interface Source { file?: string; inline?: string }`),
  ],
  [
    'VMGEN3205',
    type(`
- // +kubebuilder:validation:AtMostOneOf=file;file
+ // +kubebuilder:validation:AtMostOneOf=file;inline
  export interface Source { file?: string; inline?: string }`),
  ],
  [
    'VMGEN3210',
    field(`
  // +listType=map
  // +listMapKey=type
- // +k8s:item(name: "Ready")=+k8s:immutable
+ // +kubebuilder:validation:MaxItems=8
+ // +k8s:item(type: "Ready")=+k8s:immutable
  conditions: { type: string }[];`),
  ],
  [
    'VMGEN3214',
    field(`
- // +vmgen:schema={"anyof":[{"required":["a"]}]}
+ // +vmgen:schema={"anyOf":[{"required":["a"]}]}
  choice: { a?: string };`),
  ],
  [
    'VMGEN3301',
    kind(`
- // +kubebuilder:metadata:labels="tier=gold";"tier=silver"
+ // +kubebuilder:metadata:labels="tier=gold"`),
  ],
  [
    'VMGEN3303',
    kind(`
  // +kubebuilder:printcolumn:name=Color,type=string,JSONPath=\`.spec.color\`
- // +kubebuilder:printcolumn:name=COLOR,type=integer,JSONPath=\`.spec.replicas\`
+ // +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=\`.spec.replicas\``),
  ],
  [
    'VMGEN3308',
    file(`
  // +groupName=example.com

  import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

  // +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
  export interface Thing extends TypeMeta {
    metadata: ObjectMeta;
-   spec: { replicas: string };
+   spec: { replicas: Int32 };
    status?: { replicas: Int32 };
  }`),
  ],
  [
    'VMGEN3102',
    kind(`
- // +kubebuilder:resource:shortNames=ma
+ // +kubebuilder:resource:shortName=ma`),
  ],
  [
    'VMGEN3101',
    kind(`
- // +kubebuilder:printcolumn:name=Color,type=string
+ // +kubebuilder:printcolumn:name=Color,type=string,JSONPath=\`.spec.color\``),
  ],
  [
    'VMGEN3006',
    field(`
- // +kubebuilder:externalDocs:url="/a",url="/b"
+ // +kubebuilder:externalDocs:url="/a"
  size: Int32;`),
  ],
  [
    'VMGEN8004',
    packageComment(`
- // +vmgen:validatingPolicy:name=a.example.com,groups=example.com,versions=v1,resources=machnes
+ // +vmgen:validatingPolicy:name=a.example.com,groups=example.com,versions=v1,resources=machines
  // +vmgen:policy:validation:expression="object.metadata.name != 'a'"`),
  ],
  [
    'VMGEN8001',
    packageComment(`
- // +kubebuilder:rbac:groups=apps,resources=deployments,urls=/metrics,verbs=get
+ // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
+ // +kubebuilder:rbac:urls=/metrics,verbs=get`),
  ],
  [
    'VMGEN8001',
    packageComment(`
- // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,roleName=a/b
+ // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,roleName=a-b`),
  ],
  [
    'VMGEN8101',
    packageComment(`
- // +kubebuilder:webhook:path=/validate,name=validate,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=validate.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  ],
  [
    'VMGEN8101',
    packageComment(`
- // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  ],
  [
    'VMGEN8101',
    packageComment(`
- // +kubebuilder:webhook:path=/validate,name=a.example.com,timeoutSeconds=60,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,timeoutSeconds=30,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  ],
  [
    'VMGEN8101',
    packageComment(`
- // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v2
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  ],
  [
    'VMGEN8101',
    packageComment(`
- // +kubebuilder:webhook:path=/validate,name=a.example.com,reinvocationPolicy=IfNeeded,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1
+ // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  ],
  [
    'VMGEN8103',
    packageComment(`
  // +kubebuilder:webhookconfiguration:mutating=false,name=a
- // +kubebuilder:webhookconfiguration:mutating=false,name=b
  // +kubebuilder:webhook:path=/validate,name=a.example.com,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps,resources=deployments,verbs=create,versions=v1,admissionReviewVersions=v1`),
  ],
  ['VMGEN4001', field('resize: () => void;', 'size: Int32;')],
  [
    'VMGEN4103',
    type(`
- export interface Twin<T> { value: T; next?: Twin<[T, T]> }
+ export interface Twin<T> { value: T; next?: [T, T] }
  export interface Twins { first: Twin<string> }`),
  ],
  [
    'VMGEN4206',
    type(`
- export interface Labels extends Record<string, string> { name: string }
+ export interface Labels { name: string; more: Record<string, string> }`),
  ],
  ['VMGEN4303', field("size: 'Small' | 5;", "size: 'Small' | 'Five';")],
  ['VMGEN4303', field('port: Int32 | string;', 'port: IntOrString;')],
  [
    'VMGEN4401',
    field(`
- size: { width: string } & { width: Int32 };
+ size: { width: Int32 } & { height: Int32 };`),
  ],
  [
    'VMGEN4010',
    type("export enum Size { Small = 'small'.length }", 'export enum Size { Small = 5 }'),
  ],
  [
    'VMGEN4204',
    file(`
  export enum Size { Small = 'Small', Large = 'Large' }

  export interface Machine extends TypeMeta {
    metadata: ObjectMeta;
-   spec: { size: Size.Smal };
+   spec: { size: Size.Small };
  }`),
  ],
  [
    'VMGEN4601',
    field(`
- sizes: [Int32, ...Int32[]];
+ // +kubebuilder:validation:MinItems=1
+ sizes: Int32[];`),
  ],
  [
    'VMGEN5001',
    field(`
  // +optional
- size: Int32;
+ size?: Int32;`),
  ],
  [
    'VMGEN3303',
    field(`
- // +kubebuilder:validation:Enum=Small;Large;Small
+ // +kubebuilder:validation:Enum=Small;Large
  size: string;`),
  ],
  [
    'VMGEN5105',
    field(`
+ // +kubebuilder:validation:Maximum=1
  // +kubebuilder:validation:ExclusiveMaximum=true
  share: Float;`),
  ],
  [
    'VMGEN5105',
    field(`
  // +kubebuilder:validation:Maximum=3000000000
- size: Int32;
+ size: Int64;`),
  ],
  [
    'VMGEN5105',
    field(`
- // +kubebuilder:validation:MaxProperties=1
+ // +kubebuilder:validation:MaxProperties=2
  size: { width: Int32; height: Int32 };`),
  ],
  [
    'VMGEN6001',
    field(`
- // +kubebuilder:default=five
+ // +kubebuilder:default=5
  size?: Int32;`),
  ],
  [
    'VMGEN6001',
    kind(`
- // +kubebuilder:printcolumn:name=Color,type=text,JSONPath=\`.spec.color\`
+ // +kubebuilder:printcolumn:name=Color,type=string,JSONPath=\`.spec.color\``),
  ],
  [
    'VMGEN6001',
    field(`
  // +listType=map
  // +listMapKey=name
- ports: { name?: string }[];
+ ports: { name: string }[];`),
  ],
  [
    'VMGEN3008',
    field(`
- // At most five: +kubebuilder:validation:Maximum=5
+ // At most five:
+ // +kubebuilder:validation:Maximum=5
  size: Int32;`),
  ],
  [
    'VMGEN3008',
    field(`
- /* +kubebuilder:validation:MaxLength=3 */
+ /** +kubebuilder:validation:MaxLength=3 */
  name: string;`),
  ],
  [
    'VMGEN3108',
    field(`
- // +kubebuilder:default=null
  city?: string;`),
  ],
  [
    'VMGEN4406',
    field(`
- code: Uppercase<string>;
+ // +kubebuilder:validation:Pattern=\`^[A-Z]*$\`
+ code: string;`),
  ],
];
