import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/cron-job.yaml.
describe('the strategy of batch/v1 CronJob', () => {
  testStrategy({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    base: {
      spec: {
        schedule: '*/5 * * * *',
        jobTemplate: {
          spec: {
            template: {
              spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] },
            },
          },
        },
      },
    },
    defaults: {
      'spec.concurrencyPolicy': 'Allow',
      'spec.failedJobsHistoryLimit': 1,
      'spec.jobTemplate.metadata': {},
      'spec.jobTemplate.spec.template.metadata': {},
      'spec.jobTemplate.spec.template.spec.containers.0.imagePullPolicy': 'Always',
      'spec.jobTemplate.spec.template.spec.containers.0.resources': {},
      'spec.jobTemplate.spec.template.spec.containers.0.terminationMessagePath':
        '/dev/termination-log',
      'spec.jobTemplate.spec.template.spec.containers.0.terminationMessagePolicy': 'File',
      'spec.jobTemplate.spec.template.spec.dnsPolicy': 'ClusterFirst',
      'spec.jobTemplate.spec.template.spec.schedulerName': 'default-scheduler',
      'spec.jobTemplate.spec.template.spec.securityContext': {},
      'spec.jobTemplate.spec.template.spec.terminationGracePeriodSeconds': 30,
      'spec.successfulJobsHistoryLimit': 3,
      'spec.suspend': false,
      status: {},
    },
    invalid: [
      [{ 'spec.schedule': null }, 'spec.schedule: Required value'],
      [
        { 'spec.schedule': 'nonsense' },
        'spec.schedule: Invalid value: "nonsense": expected exactly 5 fields, found 1: [nonsense]',
      ],
      [
        { 'spec.schedule': '* * * *' },
        'spec.schedule: Invalid value: "* * * *": expected exactly 5 fields, found 4: [* * * *]',
      ],
      [
        { 'spec.schedule': '61 * * * *' },
        'spec.schedule: Invalid value: "61 * * * *": end of range (61) above maximum (59): 61',
      ],
      [
        { 'spec.schedule': '* * * * * *' },
        'spec.schedule: Invalid value: "* * * * * *": expected exactly 5 fields, found 6: [* * * * * *]',
      ],
      [
        { 'spec.schedule': '@often' },
        'spec.schedule: Invalid value: "@often": unrecognized descriptor: @often',
      ],
      [
        { 'spec.schedule': '0 9 * JAN 8' },
        'spec.schedule: Invalid value: "0 9 * JAN 8": end of range (8) above maximum (6): 8',
      ],
      [
        { 'spec.schedule': '*/0 * * * *' },
        'spec.schedule: Invalid value: "*/0 * * * *": step of range should be a positive number: */0',
      ],
      [
        { 'spec.schedule': '5-1 * * * *' },
        'spec.schedule: Invalid value: "5-1 * * * *": beginning of range (5) beyond end of range (1): 5-1',
      ],
      [
        { 'spec.schedule': 'CRON_TZ=UTC 0 9 * * *' },
        'spec.schedule: Invalid value: "CRON_TZ=UTC 0 9 * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      ],
      [
        { 'spec.timeZone': 'Nowhere/Else' },
        'spec.timeZone: Invalid value: "Nowhere/Else": unknown time zone Nowhere/Else',
      ],
      [
        { 'spec.timeZone': '' },
        'spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string',
      ],
      [
        { 'spec.timeZone': 'Local' },
        'spec.timeZone: Invalid value: "Local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      ],
      [
        { 'spec.concurrencyPolicy': 'Maybe' },
        'spec.concurrencyPolicy: Unsupported value: "Maybe": supported values: "Allow", "Forbid", "Replace"',
      ],
      [
        { 'spec.startingDeadlineSeconds': -1 },
        'spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.successfulJobsHistoryLimit': -1 },
        'spec.successfulJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.failedJobsHistoryLimit': -1 },
        'spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.jobTemplate': null },
        'spec.jobTemplate.spec.template.spec.containers: Required value',
        'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
      ],
      [
        { 'spec.jobTemplate.spec.template.spec.restartPolicy': 'Always' },
        'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
      ],
      [
        { 'spec.jobTemplate.spec.template.spec.containers': [] },
        'spec.jobTemplate.spec.template.spec.containers: Required value',
      ],
      [
        { 'spec.jobTemplate.spec.backoffLimit': -1 },
        'spec.jobTemplate.spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.jobTemplate.spec.manualSelector': true },
        'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
      ],
      [
        { 'spec.jobTemplate.spec.selector': { matchLabels: { a: 'b' } } },
        'spec.jobTemplate.spec.selector: Invalid value: {"matchLabels":{"a":"b"}}: `selector` will be auto-generated',
      ],
    ],
    invalidUpdates: [
      [
        { 'spec.schedule': 'bad' },
        'spec.schedule: Invalid value: "bad": expected exactly 5 fields, found 1: [bad]',
      ],
    ],
  });
});
