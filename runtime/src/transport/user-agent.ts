import { version } from './version.js';

/** How a program of ours names itself: `vmgen/0.1.0 (linux/x64)`. */
export function defaultUserAgent(): string {
  return `vmgen/${version} (${process.platform}/${process.arch})`;
}
