import { type Operator, type OperatorConfig, operatorOf } from '../settings/operator-config.js';
import type { OutputFile } from '../write/plan-write.js';
import { dashboardOf } from './dashboard.js';
import { printYaml } from '../emit/print-yaml.js';
import { type Alert, ALERTS, expressionOf } from './alerts.js';
import { jobOf } from './operator-scope.js';

/** The dashboard and the alerts of an operator. They belong to the user after they are written. */
export function monitoringFiles(config: OperatorConfig): OutputFile[] {
  const operator = operatorOf(config);
  const dashboard = JSON.stringify(dashboardOf(operator), undefined, 2);
  return [
    { path: 'monitoring/dashboard.json', text: `${dashboard}\n` },
    { path: 'monitoring/alerts.yaml', text: prometheusRule(operator) },
  ];
}

const RUNBOOKS = 'https://github.com/vmgen/vmgen/blob/main/docs/reference/alerts.md';

/** The alerts of an operator as a PrometheusRule of the Prometheus operator. */
function prometheusRule(operator: Operator): string {
  const { name, namespace } = operator;
  const selector = `namespace="${namespace}",job="${jobOf(operator)}"`;
  const rule = (alert: Alert): object => ({
    alert: alert.name,
    expr: expressionOf(alert, selector),
    for: alert.for,
    labels: { severity: alert.severity, operator: name, namespace },
    annotations: {
      summary: alert.summary,
      description: `${alert.meaning} ${alert.action}`,
      runbook_url: `${RUNBOOKS}#${alert.name.toLowerCase()}`,
    },
  });
  return printYaml({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name, namespace, labels: { 'app.kubernetes.io/name': name } },
    spec: { groups: [{ name, rules: ALERTS.map(rule) }] },
  });
}
