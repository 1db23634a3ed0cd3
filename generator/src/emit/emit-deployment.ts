import { isInstalled, type Operator, operatorOf } from '../settings/operator-config.js';
import { printChartSchema } from './chart-schema.js';
import {
  chartCrdView,
  chartSettings,
  deploymentView,
  ownSettings,
  policiesView,
  rolesView,
  webhooksView,
} from './deployment-view.js';
import type { EmittedFile } from './emitter.js';
import type { PrintedCrd } from './print-crd.js';
import { crdFile, OUTPUT_FILES } from './output-files.js';
import { createManifestRenderer } from './render.js';
import { printTypeScript, type TemplateContext } from './template-context.js';
import { printValue } from '../text/print-value.js';
import { ImportSet } from './import-set.js';
import { configuredWebhooks, servedWebhooks } from './served-webhooks.js';

/*
 * The templates in templates/deploy are rendered twice: with the values of the config for the kustomization and
 * install.yaml, and with expressions of Helm for the chart.
 */

/** The manifests of a deployment, if the config has an operator. */
export function emitDeployment(context: TemplateContext): EmittedFile[] {
  if (context.operator === undefined) return [];
  const operator = operatorOf(context.operator);
  return [
    ...emitManifests(context, operator),
    ...emitChart(context, operator),
    emitOperator(context, operator),
  ];
}

/** The CRDs of the deployment. */
const installedCrds = ({ printedCrds }: TemplateContext, operator: Operator): PrintedCrd[] =>
  printedCrds.filter(({ resource }) => isInstalled(operator, resource.group));

/** The templates of the operator in the order of installation, and whether the manifests contain them. */
function partsOf(
  { hasWebhooks, groups }: ReturnType<typeof deploymentView>,
  { certManager, serviceMonitor }: Operator,
) {
  const parts = [
    { name: 'permissions', isWanted: true },
    { name: 'user-roles', isWanted: true },
    { name: 'network-policy', isWanted: true },
    { name: 'operator', isWanted: true },
    { name: 'webhook-permissions', isWanted: !certManager },
    { name: 'webhook-certificate', isWanted: certManager },
    { name: 'service-monitor', isWanted: serviceMonitor },
  ];
  return parts.filter(({ name }) => {
    if (name === 'user-roles') return groups.length > 0;
    return hasWebhooks || !name.startsWith('webhook-');
  });
}

/** The kustomization and install.yaml. */
function emitManifests(context: TemplateContext, operator: Operator): EmittedFile[] {
  const { model } = context;
  const crds = installedCrds(context, operator);
  const view = deploymentView(operator, model, ownSettings(operator));
  const render = createManifestRenderer('manifest');
  const text = (name: string) => render(`deploy/${name}.yaml`, view);
  const parts = partsOf(view, operator).filter(({ isWanted }) => isWanted);
  const resources = [
    'deploy/namespace.yaml',
    ...crds.map(({ resource }) => crdFile(resource)),
    ...(view.roles.length > 0 ? [OUTPUT_FILES.role] : []),
    ...(view.policies.length > 0 ? [OUTPUT_FILES.policies] : []),
    ...parts.map(({ name }) => `deploy/${name}.yaml`),
    ...(view.configurations.length > 0 ? [OUTPUT_FILES.webhooks] : []),
  ];
  return [
    yamlFile(context, 'kustomization.yaml', () =>
      render('deploy/kustomization.yaml', { resources }),
    ),
    // The namespace must exist before the objects in it. Helm creates the namespace of a release itself.
    ...['namespace', ...parts.map(({ name }) => name)].map((name) =>
      yamlFile(context, `deploy/${name}.yaml`, () => text(name)),
    ),
    yamlFile(context, 'install.yaml', () =>
      [
        text('namespace'),
        ...crds.map(({ yaml }) => `---\n${yaml}\n`),
        ...['roles', 'policies', ...parts.map(({ name }) => name), 'webhooks'].map(text),
      ].join(''),
    ),
  ];
}

/** The chart of Helm. */
function emitChart(context: TemplateContext, operator: Operator): EmittedFile[] {
  const { model } = context;
  const view = deploymentView(operator, model, chartSettings());
  const { hasWebhooks } = view;
  const render = createManifestRenderer('chart');
  const plain = createManifestRenderer('manifest');
  const template = (name: string): EmittedFile =>
    yamlFile(context, `chart/templates/${name}.yaml`, () => render(`deploy/${name}.yaml`, view));
  return [
    yamlFile(context, 'chart/Chart.yaml', () => plain('chart/Chart.yaml', chartOf(operator))),
    yamlFile(context, 'chart/values.yaml', () =>
      plain('chart/values.yaml', { ...ownSettings(operator), hasWebhooks }),
    ),
    {
      path: 'chart/values.schema.json',
      print: () => printChartSchema(hasWebhooks),
    },
    yamlFile(context, 'chart/templates/crds.yaml', () => {
      const crds = installedCrds(context, operator).map((each) => chartCrdView(each, operator));
      return render('chart/crds.yaml', { ...view, crds });
    }),
    ...(view.roles.length > 0 ? [template('roles')] : []),
    ...(view.policies.length > 0 ? [template('policies')] : []),
    ...partsOf(view, operator).map(({ name }) => template(name)),
    ...(view.configurations.length > 0 ? [template('webhooks')] : []),
  ];
}

const yamlFile = (
  { headerComment }: TemplateContext,
  path: string,
  text: () => string,
): EmittedFile => ({ path, print: () => `${headerComment('#')}\n${text()}` });

const SEMVER = /:v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)(?:@|$)/;

/** The version of the chart is that of the image. */
const chartOf = ({ name, image }: Operator) => ({
  name,
  version: SEMVER.exec(image)?.[1] ?? '0.1.0',
});

/** The roles, if RBAC markers request any. */
export const emitRoles = (context: TemplateContext): EmittedFile[] =>
  context.model.roles.length === 0
    ? []
    : [objectsFile(context, OUTPUT_FILES.role, 'roles', rolesView(context.model))];

/** The webhook configurations, if webhook markers request any. */
export function emitWebhooks(context: TemplateContext): EmittedFile[] {
  const { model } = context;
  if (model.webhookConfigurations.length === 0) return [];
  const operator = context.operator && operatorOf(context.operator);
  const view =
    operator === undefined
      ? webhooksView(model)
      : deploymentView(operator, model, ownSettings(operator));
  return [objectsFile(context, OUTPUT_FILES.webhooks, 'webhooks', view)];
}

/** The admission policies with their bindings, if policy markers request any. */
export const emitPolicies = (context: TemplateContext): EmittedFile[] =>
  context.model.admissionPolicies.length === 0
    ? []
    : [objectsFile(context, OUTPUT_FILES.policies, 'policies', policiesView(context.model))];

const objectsFile = (
  context: TemplateContext,
  path: string,
  template: string,
  view: object,
): EmittedFile =>
  yamlFile(context, path, () =>
    createManifestRenderer('manifest')(`deploy/${template}.yaml`, view),
  );

/** The options of the manager that fit the Deployment. */
function emitOperator(context: TemplateContext, operator: Operator): EmittedFile {
  const path = OUTPUT_FILES.operator;
  const served = servedWebhooks(context.model, operator);
  const indented = (value: object, spaces: number): string =>
    printValue(value).replaceAll('\n', `\n${' '.repeat(spaces)}`);
  const webhooks = served === undefined ? '' : indented(served, 18);
  const configured = indented(configuredWebhooks(context.model, operator), 4);
  return {
    path,
    print: () => {
      const imports = new ImportSet(context, path, ['operatorOptions']);
      return printTypeScript(context, imports, { name: operator.name, webhooks, configured });
    },
  };
}
