import { isUtf8 } from 'node:buffer';
import type { Logger } from '../logging/logger.js';

/** A text that names an object is new each time; the oldest are forgotten. */
const MAX_TEXTS = 1000;

/** Passes the API's warnings (RFC 7234, code 299) to a logger, each text once. */
export function createWarningReporter(logger: Logger): (header: string) => void {
  const told = new Set<string>();
  return (header) => {
    for (const text of parseWarnings(header)) {
      if (told.has(text)) continue;
      told.add(text);
      const [oldest] = told;
      if (told.size > MAX_TEXTS && oldest !== undefined) told.delete(oldest);
      logger.warn('the API server warns', { warning: text });
    }
  };
}

/** The texts of all warnings of code 299 in a header, which may hold several. */
export function parseWarnings(header: string): string[] {
  const texts: string[] = [];
  for (const [, code, text = ''] of utf8Text(header).matchAll(
    /([0-9]{3}) \S+ "((?:[^"\\]|\\.)*)"/gs,
  )) {
    if (code === '299') texts.push(text.replace(/\\(.)/gs, '$1'));
  }
  return texts;
}

/** Node reads headers as Latin-1; the API server writes UTF-8. */
function utf8Text(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}
