import { HEADER_LINE } from '../settings/generated-file.js';

/** Whether the comments at a file's start carry vmgen's header line. */
export function isGenerated(text: string): boolean {
  for (const line of text.split('\n')) {
    const comment = /^(?:\/\/|#)\s?(.*)$/.exec(line);
    if (comment?.[1]?.trim() === HEADER_LINE) return true;
    if (!comment && line.trim() !== '') return false;
  }
  return false;
}
