import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/horizontal-pod-autoscaler.yaml.
describe('the strategy of autoscaling/v2 HorizontalPodAutoscaler', () => {
  testStrategy({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    base: {
      spec: {
        maxReplicas: 5,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      },
    },
    defaults: {
      'spec.metrics': [
        {
          resource: { name: 'cpu', target: { averageUtilization: 80, type: 'Utilization' } },
          type: 'Resource',
        },
      ],
      'spec.minReplicas': 1,
      status: { currentMetrics: null, desiredReplicas: 0 },
    },
    invalid: [
      [
        { spec: null },
        'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
        'spec.maxReplicas: Required value',
        'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
        'spec.scaleTargetRef.kind: Required value',
        'spec.scaleTargetRef.name: Required value',
      ],
      [
        { 'spec.maxReplicas': null },
        'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
        'spec.maxReplicas: Required value',
      ],
      [
        { 'spec.minReplicas': 0 },
        'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
      ],
      [
        { 'spec.minReplicas': 9 },
        'spec.maxReplicas: Invalid value: 5: must be greater than or equal to `minReplicas`',
      ],
      [
        { 'spec.scaleTargetRef': null },
        'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
        'spec.scaleTargetRef.kind: Required value',
        'spec.scaleTargetRef.name: Required value',
      ],
      [{ 'spec.scaleTargetRef.kind': null }, 'spec.scaleTargetRef.kind: Required value'],
      [{ 'spec.scaleTargetRef.name': null }, 'spec.scaleTargetRef.name: Required value'],
      [
        { 'spec.metrics': [{ type: 'Resource' }] },
        'spec.metrics[0].resource: Required value: must populate information for the given metric source',
      ],
      [
        { 'spec.metrics': [{ type: 'Other' }] },
        'spec.metrics[0].type: Unsupported value: "Other": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"',
      ],
      [
        {
          'spec.metrics': [
            { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization' } } },
          ],
        },
        'spec.metrics[0].resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization',
      ],
      [
        {
          'spec.metrics': [
            {
              type: 'Resource',
              resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 0 } },
            },
          ],
        },
        'spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0',
      ],
      [
        {
          'spec.metrics': [
            { type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 50 } } },
          ],
        },
        'spec.metrics[0].resource.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue',
        'spec.metrics[0].resource.target.type: Required value: must specify a metric target type',
      ],
      [
        {
          'spec.behavior': {
            scaleUp: { policies: [{ type: 'Pods', value: 0, periodSeconds: 1 }] },
          },
        },
        'spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero',
      ],
      [
        { 'spec.behavior': { scaleUp: { stabilizationWindowSeconds: 9999 } } },
        'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 9999: must be less than or equal to 3600',
      ],
      [
        { 'spec.behavior': { scaleUp: { selectPolicy: 'Other' } } },
        'spec.behavior.scaleUp.selectPolicy: Unsupported value: "Other": supported values: "Disabled", "Max", "Min"',
      ],
    ],
  });
});
