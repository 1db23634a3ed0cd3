import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/horizontal-pod-autoscaler-v1.yaml.
describe('the strategy of autoscaling/v1 HorizontalPodAutoscaler', () => {
  testStrategy({
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    base: {
      spec: {
        maxReplicas: 5,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      },
    },
    defaults: {
      'spec.minReplicas': 1,
      'spec.targetCPUUtilizationPercentage': 80,
      status: { currentReplicas: 0, desiredReplicas: 0 },
    },
    invalid: [
      [
        { 'spec.maxReplicas': 0 },
        'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
        'spec.maxReplicas: Required value',
      ],
      [
        { 'spec.minReplicas': -1 },
        'spec.minReplicas: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.targetCPUUtilizationPercentage': 0 },
        'spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0',
      ],
      [{ 'spec.scaleTargetRef.name': null }, 'spec.scaleTargetRef.name: Required value'],
    ],
  });
});
