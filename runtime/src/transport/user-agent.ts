import { version } from './version.js';

/** Returns the default user agent, such as `vmgen/0.1.0 (linux/x64)`. */
export function defaultUserAgent(): string {
  return `vmgen/${version} (${process.platform}/${process.arch})`;
}
