import { printYaml } from '../emit/print-yaml.js';
import type { Operator } from '../settings/operator-config.js';
import { type Alert, ALERTS, expressionOf } from './alerts.js';
import { jobOf } from './operator-scope.js';

const RUNBOOKS = 'https://github.com/vmgen/vmgen/blob/main/docs/reference/alerts.md';

/** The alerts of an operator as a PrometheusRule of the Prometheus operator. */
export function prometheusRule(operator: Operator): string {
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
