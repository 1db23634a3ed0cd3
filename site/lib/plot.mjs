// @ts-check
import { escape } from './repository.mjs';

const WIDTH = 320;

/**
 * Prints a table with a bar beside the number of each row. The first column names the row, the second one has the number,
 * and further columns are texts. `options`: `log` for a logarithmic scale.
 * @param {string[][]} rows with a header @param {string} options
 */
export function plot([header = [], ...rows], options) {
  const values = rows.map(([, number = '']) => numberOf(number));
  const most = Math.max(...values);
  /** @param {number} value */
  const share = (value) =>
    options === 'log' ? Math.log10(1 + value) / Math.log10(1 + most) : value / most;
  const head = header.map((title) => `<th scope="col">${escape(title)}</th>`);
  const body = rows.map(([name = '', number = '', ...others], at) => {
    const width = Math.max(2, Math.round(share(values[at] ?? 0) * WIDTH));
    const isOurs = name.includes('vmgen') || name.includes('embedded');
    const bar = `<svg class="bar${isOurs ? ' ours' : ''}" width="${WIDTH}" height="12" viewBox="0 0 ${WIDTH} 12" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="12" rx="2"/></svg>`;
    const cells = others.map((text) => `<td>${escape(text)}</td>`).join('');
    return `<tr><th scope="row">${escape(name)}</th><td><span class="number">${escape(number)}</span>${bar}</td>${cells}</tr>`;
  });
  return `<div class="table plot"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>\n`;
}

/** @param {string} text such as "1,600 ms" */
function numberOf(text) {
  const value = Number.parseFloat(text.replaceAll(',', ''));
  if (Number.isFinite(value)) return value;
  throw new Error(`site: a plot needs a number, not ${JSON.stringify(text)}`);
}
