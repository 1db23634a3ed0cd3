/** The costs of single steps (cel-go's common/cost.go). */
export const STRING_TRAVERSAL = 0.1;
export const REGEX_LENGTH = 0.25;
export const LIST_CREATE = 10;
export const MAP_CREATE = 30;
export const STRUCT_CREATE = 40;
/** The length of the longest regular expression of a named format. */
export const MAX_FORMAT_REGEX = 128;
/** The length of the longest name of a format. */
export const MAX_FORMAT = 64;
/** An authorization check, which may call a webhook. */
export const AUTHORIZATION_CHECK = 350_000;
