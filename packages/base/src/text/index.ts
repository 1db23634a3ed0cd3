export { compareVersions } from './compare-versions.js';
export { errorMessage } from './error-message.js';
export { goQuote, runeCount, shortEscapes } from './go-text.js';
export { humanAge, humanDuration } from './human-duration.js';
export {
  IpError,
  ipBytes,
  isMappedIp,
  parseIp,
  printIp,
  withoutLeadingZeros,
} from './ip-address.js';
export {
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isLabelValue,
  isPathSegment,
  isPathSegmentPrefix,
  isQualifiedName,
  maskTrailingDash,
} from './name-rules.js';
export { MAX_PATTERN_WORK, PatternValidator } from './pattern-validator.js';
export { type Pattern, MAX_SEARCH_STEPS, compilePattern, searchSteps } from './re2.js';
export { isDate, isDateTime, isDuration } from './time-formats.js';
export { isEmail, isHostname, isRequestUri } from './uri-formats.js';
