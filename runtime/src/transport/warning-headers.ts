import { isUtf8 } from 'node:buffer';
import type { Logger } from '../logging/logger.js';

/**
 * The maximum number of remembered texts. Texts with object names differ, so the oldest ones are
 * removed.
 */
const MAX_TEXTS = 1000;

/** Logs the API's warnings (RFC 7234, code 299), each text once. */
export function createWarningReporter(logger: Logger): (header: string) => void {
  const reported = new Set<string>();
  return (header) => {
    for (const text of parseWarnings(header)) {
      if (reported.has(text)) continue;
      reported.add(text);
      const [oldest] = reported;
      if (reported.size > MAX_TEXTS && oldest !== undefined) reported.delete(oldest);
      logger.warn('warning from the API server', { warning: text });
    }
  };
}

/** Returns the texts of all warnings with code 299 in a header. */
export function parseWarnings(header: string): string[] {
  const texts: string[] = [];
  for (const [, code, text = ''] of utf8Text(header).matchAll(
    /([0-9]{3}) \S+ "((?:[^"\\]|\\.)*)"/gs,
  )) {
    if (code === '299') texts.push(text.replace(/\\(.)/gs, '$1'));
  }
  return texts;
}

/** Node decodes headers as Latin-1, but the API server writes UTF-8. */
function utf8Text(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}
