import { visibleText } from '../diagnostics/visible-text.js';

/** `::name key=value,…::text`, escaped as actions/toolkit does (packages/core/src/command.ts). */
export function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  text: string,
): string {
  const pairs = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return visibleText(`::${name} ${pairs.join(',')}::${escapeData(text)}`);
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
