import type { ObjectMeta } from '@vmgen/runtime';
import type { CustomResourceDefinitionSpec } from '../definition/custom-resource-definition.js';

// What kube-apiserver 1.36.3 answered, recorded case by case. Errors are sorted.

/** A title, what differs from a plain CRD in spec and metadata, and the errors. */
export interface CrdCase {
  readonly title: string;
  readonly spec: Partial<Omit<CustomResourceDefinitionSpec, 'scope'>> & { readonly scope?: string };
  readonly metadata?: ObjectMeta;
  readonly errors: readonly string[];
}

// prettier-ignore
export const crdCases: readonly CrdCase[] = [
  { title: "a name that is not plural.group",
    spec: {},
    metadata: {"name":"others.x.example.com"},
    errors: [
      "metadata.name: Invalid value: \"others.x.example.com\": must be spec.names.plural+\".\"+spec.group"] },
  { title: "a name that is no subdomain",
    spec: {"names":{"plural":"Things","kind":"Thing"}},
    metadata: {"name":"Things.x.example.com"},
    errors: [
      "metadata.name: Invalid value: \"Things.x.example.com\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.names.plural: Invalid value: \"Things\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"] },
  { title: "a group without a dot",
    spec: {"group":"example"},
    metadata: {"name":"things.example"},
    errors: [
      "spec.group: Invalid value: \"example\": should be a domain with at least one dot"] },
  { title: "a group that is no domain",
    spec: {"group":"A.b_c"},
    metadata: {"name":"things.A.b_c"},
    errors: [
      "metadata.name: Invalid value: \"things.A.b_c\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.group: Invalid value: \"A.b_c\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"] },
  { title: "names of wrong form",
    spec: {"names":{"plural":"things","singular":"Thing","kind":"Thi_ng","listKind":"1List","shortNames":["T","ok"],"categories":["All","x.y"]}},
    errors: [
      "spec.names.categories[0]: Invalid value: \"All\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.names.categories[1]: Invalid value: \"x.y\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.names.kind: Invalid value: \"Thi_ng\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.names.listKind: Invalid value: \"1List\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.names.shortNames[0]: Invalid value: \"T\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.names.singular: Invalid value: \"Thing\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"] },
  { title: "kind and list kind alike",
    spec: {"names":{"plural":"things","kind":"Thing","listKind":"Thing"}},
    errors: [
      "spec.names.listKind: Invalid value: \"Thing\": kind and listKind may not be the same"] },
  { title: "no kind",
    spec: {"names":{"plural":"things","kind":""}},
    errors: [
      "spec.names.kind: Required value",
      "spec.names.listKind: Required value",
      "spec.names.singular: Required value"] },
  { title: "no scope",
    spec: {"scope":""},
    errors: [
      "spec.scope: Required value"] },
  { title: "an unknown scope",
    spec: {"scope":"Global"},
    errors: [
      "spec.scope: Unsupported value: \"Global\": supported values: \"Cluster\", \"Namespaced\""] },
  { title: "a version of wrong form",
    spec: {"versions":[{"name":"V_1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]},
    errors: [
      "spec.version: Invalid value: \"V_1\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.versions[0].name: Invalid value: \"V_1\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"] },
  { title: "a version that stands twice",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}},{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]},
    errors: [
      "spec.versions: Invalid value: [{\"Name\":\"v1\",\"Served\":true,\"Storage\":true,\"Deprecated\":false,\"DeprecationWarning\":null,\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,\"SelectableFields\":null},{\"Name\":\"v1\",\"Served\":true,\"Storage\":true,\"Deprecated\":false,\"DeprecationWarning\":null,\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,\"SelectableFields\":null}]: must contain unique version names",
      "spec.versions: Invalid value: [{\"Name\":\"v1\",\"Served\":true,\"Storage\":true,\"Deprecated\":false,\"DeprecationWarning\":null,\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,\"SelectableFields\":null},{\"Name\":\"v1\",\"Served\":true,\"Storage\":true,\"Deprecated\":false,\"DeprecationWarning\":null,\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,\"SelectableFields\":null}]: must have exactly one version marked as storage version",
      "status.storedVersions: Invalid value: [\"v1\"]: must have the storage version v1"] },
  { title: "no storage version",
    spec: {"versions":[{"name":"v1","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object"}}}]},
    errors: [
      "spec.versions: Invalid value: [{\"Name\":\"v1\",\"Served\":true,\"Storage\":false,\"Deprecated\":false,\"DeprecationWarning\":null,\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,\"SelectableFields\":null}]: must have exactly one version marked as storage version",
      "status.storedVersions: Invalid value: null: must have at least one stored version"] },
  { title: "two storage versions",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}},{"name":"v2","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]},
    errors: [
      "spec.versions: Invalid value: [{\"Name\":\"v1\",\"Served\":true,\"Storage\":true,\"Deprecated\":false,\"DeprecationWarning\":null,\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,\"SelectableFields\":null},{\"Name\":\"v2\",\"Served\":true,\"Storage\":true,\"Deprecated\":false,\"DeprecationWarning\":null,\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,\"SelectableFields\":null}]: must have exactly one version marked as storage version",
      "status.storedVersions: Invalid value: [\"v1\"]: must have the storage version v2"] },
  { title: "no schema",
    spec: {"versions":[{"name":"v1","served":true,"storage":true}]},
    errors: [
      "spec.versions[0].schema.openAPIV3Schema: Required value"] },
  { title: "an empty schema",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{}}]},
    errors: [
      "spec.versions[0].schema.openAPIV3Schema: Required value"] },
  { title: "no schema in one of two versions",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}},{"name":"v2","served":true,"storage":false}]},
    errors: [
      "spec.versions[1].schema.openAPIV3Schema: Required value"] },
  { title: "wrong schemas, alike",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"a":{}}}}}}},{"name":"v2","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"a":{}}}}}}}]},
    errors: [
      "spec.validation.openAPIV3Schema.properties[spec].properties[a].type: Required value: must not be empty for specified object fields"] },
  { title: "wrong schemas that differ",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}},{"name":"v2","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"a":{}}}}}}}]},
    errors: [
      "spec.versions[1].schema.openAPIV3Schema.properties[spec].properties[a].type: Required value: must not be empty for specified object fields"] },
  { title: "preserveUnknownFields",
    spec: {"preserveUnknownFields":true},
    errors: [
      "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"] },
  { title: "a protected group",
    spec: {"group":"x.k8s.io"},
    metadata: {"name":"things.x.k8s.io"},
    errors: [
      "metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation \"api-approved.kubernetes.io\", see https://github.com/kubernetes/enhancements/pull/1111"] },
  { title: "a protected group with a wrong approval",
    spec: {"group":"x.kubernetes.io"},
    metadata: {"name":"things.x.kubernetes.io","annotations":{"api-approved.kubernetes.io":"yes"}},
    errors: [
      "metadata.annotations[api-approved.kubernetes.io]: Invalid value: \"yes\": protected groups must have approval annotation \"api-approved.kubernetes.io\" with either a URL or a reason starting with \"unapproved\", see https://github.com/kubernetes/enhancements/pull/1111"] },
  { title: "accepted: a protected group that says it is not approved",
    spec: {"group":"x.k8s.io"},
    metadata: {"name":"things.x.k8s.io","annotations":{"api-approved.kubernetes.io":"unapproved, test"}},
    errors: [] },
  { title: "accepted: a protected group with a URL",
    spec: {"group":"x.k8s.io"},
    metadata: {"name":"things.x.k8s.io","annotations":{"api-approved.kubernetes.io":"https://github.com/x/y"}},
    errors: [] },
  { title: "a deprecation warning of a version that is not deprecated",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}},"deprecationWarning":"x"}]},
    errors: [
      "spec.versions[0].deprecationWarning: Invalid value: \"x\": can only be set for deprecated versions"] },
  { title: "deprecation warnings of wrong form",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}},"deprecated":true,"deprecationWarning":"ä\tb"},{"name":"v2","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object"}},"deprecated":true,"deprecationWarning":""},{"name":"v3","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object"}},"deprecated":true,"deprecationWarning":"äääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääää"}]},
    errors: [
      "spec.versions[0].deprecationWarning: Invalid value: \"ä\\tb\": must only contain printable UTF-8 characters; non-printable character found at index 2",
      "spec.versions[1].deprecationWarning: Invalid value: \"\": must not be an empty string",
      "spec.versions[2].deprecationWarning: Invalid value: \"äääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääää\": must be <= 256 characters long"] },
  { title: "printer columns of wrong form",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}},"additionalPrinterColumns":[{"name":"","type":"","jsonPath":""},{"name":"a","type":"float","format":"f","jsonPath":"spec.a"}]}]},
    errors: [
      "spec.additionalPrinterColumns[0].JSONPath: Required value",
      "spec.additionalPrinterColumns[0].name: Required value",
      "spec.additionalPrinterColumns[0].type: Required value: must be one of boolean,date,integer,number,string",
      "spec.additionalPrinterColumns[1].JSONPath: Invalid value: \"spec.a\": must be a simple json path starting with .",
      "spec.additionalPrinterColumns[1].format: Invalid value: \"f\": must be one of byte,date,date-time,double,float,int32,int64,password",
      "spec.additionalPrinterColumns[1].type: Invalid value: \"float\": must be one of boolean,date,integer,number,string"] },
  { title: "printer columns that differ",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}},"additionalPrinterColumns":[{"name":"a","type":"string","jsonPath":"a"}]},{"name":"v2","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object"}}}]},
    errors: [
      "spec.versions[0].additionalPrinterColumns[0].JSONPath: Invalid value: \"a\": must be a simple json path starting with ."] },
  { title: "a scale of wrong paths",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}},"subresources":{"scale":{"specReplicasPath":".status.a","statusReplicasPath":"x","labelSelectorPath":".a"}}}]},
    errors: [
      "spec.subresources.scale.labelSelectorPath: Invalid value: \".a\": should be a json path under either .spec or .status",
      "spec.subresources.scale.specReplicasPath: Invalid value: \".status.a\": should be a json path under .spec",
      "spec.subresources.scale.statusReplicasPath: Invalid value: \"x\": must be a simple json path starting with ."] },
  { title: "a scale of no paths",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}},"subresources":{"scale":{"specReplicasPath":"","statusReplicasPath":""}}}]},
    errors: [
      "spec.subresources.scale.specReplicasPath: Required value",
      "spec.subresources.scale.statusReplicasPath: Required value"] },
  { title: "a oneOf at the root with status",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","oneOf":[{"required":["spec"]}]}},"subresources":{"status":{}}}]},
    errors: [
      "spec.validation.openAPIV3Schema: Invalid value: {\"ID\":\"\",\"Schema\":\"\",\"Ref\":null,\"Description\":\"\",\"Type\":\"object\",\"Nullable\":false,\"Format\":\"\",\"Title\":\"\",\"Default\":null,\"Maximum\":null,\"ExclusiveMaximum\":false,\"Minimum\":null,\"ExclusiveMinimum\":false,\"MaxLength\":null,\"MinLength\":null,\"Pattern\":\"\",\"MaxItems\":null,\"MinItems\":null,\"UniqueItems\":false,\"MultipleOf\":null,\"Enum\":null,\"MaxProperties\":null,\"MinProperties\":null,\"Required\":null,\"Items\":null,\"AllOf\":null,\"OneOf\":[{\"ID\":\"\",\"Schema\":\"\",\"Ref\":null,\"Description\":\"\",\"Type\":\"\",\"Nullable\":false,\"Format\":\"\",\"Title\":\"\",\"Default\":null,\"Maximum\":null,\"ExclusiveMaximum\":false,\"Minimum\":null,\"ExclusiveMinimum\":false,\"MaxLength\":null,\"MinLength\":null,\"Pattern\":\"\",\"MaxItems\":null,\"MinItems\":null,\"UniqueItems\":false,\"MultipleOf\":null,\"Enum\":null,\"MaxProperties\":null,\"MinProperties\":null,\"Required\":[\"spec\"],\"Items\":null,\"AllOf\":null,\"OneOf\":null,\"AnyOf\":null,\"Not\":null,\"Properties\":null,\"AdditionalProperties\":null,\"PatternProperties\":null,\"Dependencies\":null,\"AdditionalItems\":null,\"Definitions\":null,\"ExternalDocs\":null,\"Example\":null,\"XPreserveUnknownFields\":null,\"XEmbeddedResource\":false,\"XIntOrString\":false,\"XListMapKeys\":null,\"XListType\":null,\"XMapType\":null,\"XValidations\":null}],\"AnyOf\":null,\"Not\":null,\"Properties\":null,\"AdditionalProperties\":null,\"PatternProperties\":null,\"Dependencies\":null,\"AdditionalItems\":null,\"Definitions\":null,\"ExternalDocs\":null,\"Example\":null,\"XPreserveUnknownFields\":null,\"XEmbeddedResource\":false,\"XIntOrString\":false,\"XListMapKeys\":null,\"XListType\":null,\"XMapType\":null,\"XValidations\":null}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled"] },
  { title: "a map type at the root with status",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-map-type":"granular"}},"subresources":{"status":{}}}]},
    errors: [
      "spec.validation.openAPIV3Schema: Invalid value: {\"ID\":\"\",\"Schema\":\"\",\"Ref\":null,\"Description\":\"\",\"Type\":\"object\",\"Nullable\":false,\"Format\":\"\",\"Title\":\"\",\"Default\":null,\"Maximum\":null,\"ExclusiveMaximum\":false,\"Minimum\":null,\"ExclusiveMinimum\":false,\"MaxLength\":null,\"MinLength\":null,\"Pattern\":\"\",\"MaxItems\":null,\"MinItems\":null,\"UniqueItems\":false,\"MultipleOf\":null,\"Enum\":null,\"MaxProperties\":null,\"MinProperties\":null,\"Required\":null,\"Items\":null,\"AllOf\":null,\"OneOf\":null,\"AnyOf\":null,\"Not\":null,\"Properties\":null,\"AdditionalProperties\":null,\"PatternProperties\":null,\"Dependencies\":null,\"AdditionalItems\":null,\"Definitions\":null,\"ExternalDocs\":null,\"Example\":null,\"XPreserveUnknownFields\":null,\"XEmbeddedResource\":false,\"XIntOrString\":false,\"XListMapKeys\":null,\"XListType\":null,\"XMapType\":\"granular\",\"XValidations\":null}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled"] },
  { title: "accepted: allowed fields at the root with status",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","description":"d","required":["spec"],"properties":{"spec":{"type":"object"}},"x-kubernetes-preserve-unknown-fields":true,"externalDocs":{"url":"u"},"example":{},"title":"t"}},"subresources":{"status":{}}}]},
    errors: [] },
  { title: "maxProperties at the root with status",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","maxProperties":5}},"subresources":{"status":{}}}]},
    errors: [
      "spec.validation.openAPIV3Schema: Invalid value: {\"ID\":\"\",\"Schema\":\"\",\"Ref\":null,\"Description\":\"\",\"Type\":\"object\",\"Nullable\":false,\"Format\":\"\",\"Title\":\"\",\"Default\":null,\"Maximum\":null,\"ExclusiveMaximum\":false,\"Minimum\":null,\"ExclusiveMinimum\":false,\"MaxLength\":null,\"MinLength\":null,\"Pattern\":\"\",\"MaxItems\":null,\"MinItems\":null,\"UniqueItems\":false,\"MultipleOf\":null,\"Enum\":null,\"MaxProperties\":5,\"MinProperties\":null,\"Required\":null,\"Items\":null,\"AllOf\":null,\"OneOf\":null,\"AnyOf\":null,\"Not\":null,\"Properties\":null,\"AdditionalProperties\":null,\"PatternProperties\":null,\"Dependencies\":null,\"AdditionalItems\":null,\"Definitions\":null,\"ExternalDocs\":null,\"Example\":null,\"XPreserveUnknownFields\":null,\"XEmbeddedResource\":false,\"XIntOrString\":false,\"XListMapKeys\":null,\"XListType\":null,\"XMapType\":null,\"XValidations\":null}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled"] },
  { title: "selectable fields that cannot be",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"s":{"type":"string"},"b":{"type":"boolean"},"i":{"type":"integer"},"n":{"type":"number"},"o":{"type":"object"},"l":{"type":"array","items":{"type":"string"}},"x":{"type":"object","additionalProperties":{"type":"string"}}}}}}},"selectableFields":[{"jsonPath":""},{"jsonPath":".spec.z"},{"jsonPath":"spec.s"},{"jsonPath":".spec.n"},{"jsonPath":".spec.o"},{"jsonPath":".spec.l[0]"},{"jsonPath":".metadata.name"},{"jsonPath":".spec.s"},{"jsonPath":".spec.s"}]}]},
    errors: [
      "spec.selectableFields[0].jsonPath: Required value",
      "spec.selectableFields[1].jsonPath: Invalid value: \".spec.z\": is an invalid path: does not refer to a valid field",
      "spec.selectableFields[2].jsonPath: Invalid value: \"spec.s\": is an invalid path: expected [ or . but got: spec",
      "spec.selectableFields[3].jsonPath: Invalid value: \".spec.n\": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.",
      "spec.selectableFields[4].jsonPath: Invalid value: \".spec.o\": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.",
      "spec.selectableFields[5].jsonPath: Invalid value: \".spec.l[0]\": is an invalid path: array notation is not allowed",
      "spec.selectableFields[6].jsonPath: Invalid value: \".metadata.name\": is an invalid path: does not refer to a valid field",
      "spec.selectableFields[8].jsonPath: Duplicate value: \".spec.s\""] },
  { title: "too many selectable fields",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},"d":{"type":"string"},"e":{"type":"string"},"f":{"type":"string"},"g":{"type":"string"},"h":{"type":"string"},"i":{"type":"string"}}}},"selectableFields":[{"jsonPath":".a"},{"jsonPath":".b"},{"jsonPath":".c"},{"jsonPath":".d"},{"jsonPath":".e"},{"jsonPath":".f"},{"jsonPath":".g"},{"jsonPath":".h"},{"jsonPath":".i"}]}]},
    errors: [
      "spec.selectableFields: Too many: 9: must have at most 8 items"] },
  { title: "accepted: selectable fields",
    spec: {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"s":{"type":"string"},"b":{"type":"boolean"},"i":{"type":"integer"},"n":{"type":"number"},"o":{"type":"object"},"l":{"type":"array","items":{"type":"string"}},"x":{"type":"object","additionalProperties":{"type":"string"}}}}}}},"selectableFields":[{"jsonPath":".spec.s"},{"jsonPath":".spec.b"},{"jsonPath":".spec.i"},{"jsonPath":".spec.x.y"}]}]},
    errors: [] },
  { title: "an unknown conversion",
    spec: {"conversion":{"strategy":"Magic"}},
    errors: [
      "spec.conversion.strategy: Unsupported value: \"Magic\": supported values: \"None\", \"Webhook\""] },
  { title: "a webhook without configuration",
    spec: {"conversion":{"strategy":"Webhook"}},
    errors: [
      "spec.conversion.conversionReviewVersions: Required value",
      "spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook"] },
  { title: "a webhook with url and service, unknown versions",
    spec: {"conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"url":"https://x","service":{"name":"a","namespace":"b"}},"conversionReviewVersions":["v7","v7","V_"]}}},
    errors: [
      "spec.conversion.conversionReviewVersions: Invalid value: [\"v7\",\"v7\",\"V_\"]: must include at least one of v1, v1beta1",
      "spec.conversion.conversionReviewVersions[1]: Invalid value: \"v7\": duplicate version",
      "spec.conversion.conversionReviewVersions[2]: Invalid value: \"V_\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.conversion.webhookClientConfig: Required value: exactly one of url or service is required"] },
  { title: "a webhook with a wrong URL",
    spec: {"conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"url":"http://u:p@/x?q=1#f"},"conversionReviewVersions":["v1"]}}},
    errors: [
      "spec.conversion.webhookClientConfig.url: Invalid value: \"\": host must be specified; desired format: https://host[/path]",
      "spec.conversion.webhookClientConfig.url: Invalid value: \"f\": fragments are not permitted in the URL",
      "spec.conversion.webhookClientConfig.url: Invalid value: \"http\": 'https' is the only allowed URL scheme; desired format: https://host[/path]",
      "spec.conversion.webhookClientConfig.url: Invalid value: \"q=1\": query parameters are not permitted in the URL",
      "spec.conversion.webhookClientConfig.url: Invalid value: \"u:p\": user information is not permitted in the URL"] },
  { title: "a webhook with a wrong service",
    spec: {"conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"service":{"name":"","namespace":"b","port":70000,"path":"a//b_/"}},"conversionReviewVersions":["v1"]}}},
    errors: [
      "spec.conversion.webhookClientConfig.service.namespace: Required value",
      "spec.conversion.webhookClientConfig.service.path: Invalid value: \"a//b_/\": must start with a '/'",
      "spec.conversion.webhookClientConfig.service.path: Invalid value: \"a//b_/\": segment[0] may not be empty",
      "spec.conversion.webhookClientConfig.service.path: Invalid value: \"a//b_/\": segment[1] may not be empty",
      "spec.conversion.webhookClientConfig.service.path: Invalid value: \"a//b_/\": segment[2]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.conversion.webhookClientConfig.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive"] },
  { title: "a webhook without the strategy",
    spec: {"conversion":{"strategy":"None","webhook":{"clientConfig":{"url":"https://x"},"conversionReviewVersions":["v1"]}}},
    errors: [
      "spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook",
      "spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook"] },
  { title: "accepted: a webhook",
    spec: {"conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"url":"https://x/y"},"conversionReviewVersions":["v1"]}}},
    errors: [] },
  { title: "labels and finalizers of wrong form",
    spec: {},
    metadata: {"labels":{"a b":"c d"},"finalizers":["A B"]},
    errors: [
      "metadata.finalizers: Invalid value: \"A B\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "metadata.labels: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "metadata.labels: Invalid value: \"c d\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"] },
];
