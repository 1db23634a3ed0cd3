/** Why tests fail, as the table of README.md names it. */
export const CAUSES = {
  gate: 'feature gates',
  etcd: 'etcd',
  restart: 'restarts of the server',
  flags: 'flags of kube-apiserver',
  controllers: 'controllers',
  absent: 'documented as absent',
  defect: 'to be fixed',
  both: 'failures on both servers',
  unknown: 'not listed',
} as const;

/** Tests that fail on the embedded server, and why. */
export interface KnownDifference {
  readonly suite: string;
  /** The whole names of the tests. */
  readonly tests: RegExp;
  /** How many tests fail for this reason. Another number is reported. */
  readonly count: number;
  readonly cause: keyof typeof CAUSES;
  readonly reason: string;
}

const CBOR =
  'CBOR is behind a feature gate that is off by default, and this server does not have it';
const GATES = 'the test changes a feature gate, and this server has none';
const NO_OPENAPI_V2 = '/openapi/v2 is empty';

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    suite: 'apiextensions-apiserver',
    tests: /^TestCBORServingEnablement\/enabled$/,
    count: 1,
    cause: 'gate',
    reason: CBOR,
  },
  {
    suite: 'apiextensions-apiserver',
    tests:
      /^(?:TestFieldSelectorDropFields|TestFieldSelectorDisablement\/.*|TestRatchetingDropFields)$/,
    count: 4,
    cause: 'gate',
    reason: GATES,
  },
  {
    suite: 'apiextensions-apiserver',
    tests: /^TestFieldSelectorOpenAPI\/OpenAPIv2$/,
    count: 1,
    cause: 'absent',
    reason: NO_OPENAPI_V2,
  },
  {
    suite: 'apiextensions-apiserver',
    tests: /^TestApplyScaleSubresource$/,
    count: 1,
    cause: 'both',
    reason: 'it fails on kube-apiserver 1.37.2 as well',
  },
  {
    suite: 'apiextensions-apiserver',
    tests: /^TestApplyCRDuringCRDFinalization$/,
    count: 1,
    cause: 'controllers',
    reason:
      'the controller of definitions ends before the response, so that a definition without objects never has the condition Terminating=True',
  },
  {
    suite: 'kubernetes apiserver/apply',
    tests: /^(?:TestApplyStatusWithCBOR\/.*|TestManagedFieldsTrailingData\/.*)$/,
    count: 53,
    cause: 'gate',
    reason: CBOR,
  },
  {
    suite: 'kubernetes apiserver',
    tests:
      /^(?:TestNondeterministicResponseEncoding|TestCBORNonResourceEndpoints\/.*|TestGetScaleSubresourceAsTableForAllBuiltins\/.*|TestRequestObjectConvertibleToUnstructured)$/,
    count: 13,
    cause: 'gate',
    reason: CBOR,
  },
  {
    suite: 'kubernetes apiserver',
    tests: /^TestShardedListAllResources\/.*$/,
    count: 64,
    cause: 'gate',
    reason: GATES,
  },
  {
    suite: 'kubernetes apiserver',
    tests: /^TestHSTS(?:\/.*)?$/,
    count: 5,
    cause: 'flags',
    reason: 'the flag --strict-transport-security-directives has no effect',
  },
  {
    suite: 'kubernetes apiserver',
    tests: /^TestCanaryCVE_2021_29923\/.*$/,
    count: 3,
    cause: 'gate',
    reason: GATES,
  },
  {
    suite: 'kubernetes apiserver',
    tests: /^TestFieldValidation\/.*$/,
    count: 9,
    cause: 'absent',
    reason:
      'the unknown fields of YAML bodies and merge patches are reported in the order of the document, not by name',
  },
  {
    suite: 'kubernetes apiserver',
    tests: /^TestCustomResourceValidators\/CRD_writes_MUST_fail_for_a_non-structural_schema.*$/,
    count: 1,
    cause: 'etcd',
    reason: 'the test writes the etcd of the server',
  },
  {
    suite: 'kubernetes apiserver',
    tests: /^TestPodSubresourceAuth\/.*$/,
    count: 3,
    cause: 'absent',
    reason: 'no containers run, so that these subresources are not served',
  },
  {
    suite: 'kubernetes apimachinery',
    tests: /^TestWatchRestartsIfTimeoutNotReached\/.*$/,
    count: 2,
    cause: 'flags',
    reason: 'the flag --min-request-timeout has no effect',
  },
  {
    suite: 'kubernetes test/cmd',
    tests: /run_(?:explain_crd_with_additional_properties|swagger)_tests$/,
    count: 2,
    cause: 'absent',
    reason: NO_OPENAPI_V2,
  },
  {
    suite: 'kubernetes apiserver/cel',
    tests:
      /^TestPolicyAdmission\/\.v1\.(?:(?:nodes|pods|services)\.proxy|pods\.(?:attach|exec|portforward))\/.*$/,
    count: 15,
    cause: 'absent',
    reason: 'no containers and no nodes run, so that these subresources are not served',
  },
  {
    suite: 'kubernetes apiserver/cel',
    tests: /^Test_ValidateAnnotationsAndWarnings\/.*$/,
    count: 5,
    cause: 'flags',
    reason: 'the flags of the audit log have no effect',
  },
  {
    suite: 'kubernetes apiserver/cel',
    tests: /^Test_ValidatingAdmissionPolicy_MatchExcludedResource$/,
    count: 1,
    cause: 'both',
    reason: 'the user whose token the test has does not have the UID that it expects',
  },
  {
    suite: 'kubernetes apiserver/cel',
    tests: /^TestStaticPolicyComprehensive\/.*$/,
    count: 2,
    cause: 'gate',
    reason: GATES,
  },
  {
    suite: 'kubernetes apiserver/cel',
    tests: /^TestCRDsOnStartup$/,
    count: 1,
    cause: 'restart',
    reason: 'objects are lost when the server restarts',
  },
  {
    suite: 'kubernetes apiserver/admissionwebhook',
    tests: /^TestWebhookReinvocationPolicyWith.*$/,
    count: 16,
    cause: 'flags',
    reason: 'the flags of the audit log have no effect',
  },
  {
    suite: 'kubernetes apiserver/admissionwebhook',
    tests: /^TestWebhookClientAuthWith.*$/,
    count: 2,
    cause: 'flags',
    reason: 'the flag --admission-control-config-file has no effect',
  },
  {
    suite: 'kubernetes apiserver/admissionwebhook',
    tests: /^TestWebhook(?:LoadBalance.*|ConnectionPoolIPReuse)$/,
    count: 4,
    cause: 'absent',
    reason: 'webhooks of Services are called only at URLs that the server knows',
  },
  {
    suite: 'kubernetes apiserver/admissionwebhook',
    tests: /^TestBrokenWebhook$/,
    count: 1,
    cause: 'restart',
    reason: 'objects are lost when the server restarts',
  },
  {
    suite: 'kubernetes apiserver/admissionwebhook',
    tests: /^Test(?:WebhookVirtualResourceExclusion.*|StaticWebhook.*)$/,
    count: 5,
    cause: 'gate',
    reason: GATES,
  },
];
