import { operatorOf, type OperatorConfig } from '../settings/operator-config.js';
import type { OutputFile } from '../write/plan-write.js';
import { dashboardOf } from './dashboard.js';
import { prometheusRule } from './prometheus-rule.js';

/** The dashboard and the alerts of an operator. They belong to the user after they are written. */
export function monitoringFiles(config: OperatorConfig): OutputFile[] {
  const operator = operatorOf(config);
  const dashboard = JSON.stringify(dashboardOf(operator), undefined, 2);
  return [
    { path: 'monitoring/dashboard.json', text: `${dashboard}\n` },
    { path: 'monitoring/alerts.yaml', text: prometheusRule(operator) },
  ];
}
