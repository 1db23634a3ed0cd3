import { printValue } from '../text/print-value.js';
import type { Operator } from '../settings/operator-config.js';
import type { EmittedFile } from './emitter.js';
import { ImportSet } from './import-set.js';
import { OUTPUT_FILES } from './output-files.js';
import { printTypeScript, type TemplateContext } from './template-context.js';
import { configuredWebhooks, servedWebhooks } from './served-webhooks.js';

/** The options of the manager that fit the Deployment. */
export function emitOperator(context: TemplateContext, operator: Operator): EmittedFile {
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
