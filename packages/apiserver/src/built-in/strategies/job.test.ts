import { describe } from 'node:test';
import { TEMPLATE_DEFAULTS, testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/job.yaml.
describe('the strategy of batch/v1 Job', () => {
  testStrategy({
    apiVersion: 'batch/v1',
    kind: 'Job',
    base: {
      spec: {
        template: {
          spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] },
        },
      },
    },
    defaults: {
      'spec.backoffLimit': 6,
      'spec.completionMode': 'NonIndexed',
      'spec.completions': 1,
      'spec.manualSelector': false,
      'spec.parallelism': 1,
      'spec.podReplacementPolicy': 'TerminatingOrFailed',
      'spec.selector': { matchLabels: { 'batch.kubernetes.io/controller-uid': 'UID' } },
      'spec.suspend': false,
      'spec.template.metadata': {
        labels: {
          'batch.kubernetes.io/controller-uid': 'UID',
          'batch.kubernetes.io/job-name': 'new',
          'controller-uid': 'UID',
          'job-name': 'new',
        },
      },
      'spec.template.spec.containers.0.imagePullPolicy': 'Always',
      ...TEMPLATE_DEFAULTS,
      status: {},
    },
    invalid: [
      [
        { 'spec.template': null },
        'spec.template.spec.containers: Required value',
        'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
      ],
      [
        { 'spec.template.spec.restartPolicy': null },
        'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
      ],
      [{ 'spec.template.spec.containers': null }, 'spec.template.spec.containers: Required value'],
      [
        { 'spec.template.spec.containers.0.image': null },
        'spec.template.spec.containers[0].image: Required value',
      ],
      [
        { 'spec.parallelism': -1 },
        'spec.parallelism: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.completions': -1 },
        'spec.completions: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.backoffLimit': -1 },
        'spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.activeDeadlineSeconds': -1 },
        'spec.activeDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.ttlSecondsAfterFinished': -1 },
        'spec.ttlSecondsAfterFinished: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.completionMode': 'Other' },
        'spec.completionMode: Unsupported value: "Other": supported values: "NonIndexed", "Indexed"',
      ],
      [
        { 'spec.selector': { matchLabels: { a: 'b' } } },
        'spec.selector: Invalid value: {"matchLabels":{"a":"b","batch.kubernetes.io/controller-uid":"UID"}}: `selector` not auto-generated',
        'spec.template.metadata.labels: Invalid value: {"batch.kubernetes.io/controller-uid":"UID","batch.kubernetes.io/job-name":"new","controller-uid":"UID","job-name":"new"}: `selector` does not match template `labels`',
      ],
      [
        { 'spec.manualSelector': true },
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
      ],
      [
        {
          'spec.manualSelector': true,
          'spec.selector': { matchLabels: { a: 'b' } },
          'spec.template.metadata': { labels: { a: 'c' } },
        },
        'spec.template.metadata.labels: Invalid value: {"a":"c"}: `selector` does not match template `labels`',
      ],
      [
        {
          'spec.podFailurePolicy': { rules: [{ action: 'Other' }] },
        },
        'spec.podFailurePolicy.rules[0].action: Unsupported value: "Other": supported values: "Count", "FailIndex", "FailJob", "Ignore"',
        'spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required',
      ],
      [
        { 'spec.podReplacementPolicy': 'Other' },
        'spec.podReplacementPolicy: Unsupported value: "Other": supported values: "Failed", "TerminatingOrFailed"',
      ],
      [
        { 'spec.backoffLimitPerIndex': 1 },
        'spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode',
      ],
      [
        {
          'spec.successPolicy': { rules: [{ succeededCount: 1 }] },
        },
        'spec.successPolicy: Invalid value: {"rules":[{"succeededCount":1}]}: requires indexed completion mode',
      ],
      [
        { 'spec.managedBy': 'mine' },
        'spec.managedBy: Invalid value: "mine": must be a domain-prefixed path (such as "acme.io/foo")',
      ],
    ],
  });
});
