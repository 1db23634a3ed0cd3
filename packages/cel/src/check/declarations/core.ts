import { forTypes, type Declarations } from './declarations.js';

/** The types whose values can be ordered. */
const COMPARABLE = 'int uint double bool duration timestamp string bytes';

/** The overloads of a method that sorts a list. Two ids contain the full name of the type. */
const sorts = (name: string, signatureOf: (type: string) => string): string[] =>
  COMPARABLE.split(' ').map((type) => {
    const id = type
      .replace('duration', 'google.protobuf.Duration')
      .replace('timestamp', 'google.protobuf.Timestamp');
    return `.list_${id}_${name}${signatureOf(type)}`;
  });

/** The overloads of a method that reads a part of a time, in UTC or in a zone. */
const timeParts = (part: string): string[] => [
  `.timestamp_to_${part}(timestamp) int`,
  `.timestamp_to_${part}_with_tz(timestamp, string) int`,
];

/**
 * Functions and methods on CEL's own types, from the standard library, cel-go's extensions and
 * Kubernetes' libraries.
 */
export const core: Declarations = {
  '@sortByAssociatedKeys': sorts(
    'sortByAssociatedKeys',
    (type) => `(list(T), list(${type})) list(T)`,
  ),
  'cel.@mapInsert': [
    '@mapInsert_map_key_value(map(K, V), K, V) map(K, V)',
    '@mapInsert_map_map(map(K, V), map(K, V)) map(K, V)',
  ],
  charAt: ['.string_char_at_int(string, int) string'],
  contains: ['.contains_string(string, string) bool'],
  distinct: ['.list_distinct(list(T)) list(T)'],
  endsWith: ['.ends_with_string(string, string) bool'],
  find: ['.string_find_string(string, string) string'],
  findAll: [
    '.string_find_all_string(string, string) list(string)',
    '.string_find_all_string_int(string, string, int) list(string)',
  ],
  first: ['.list_first(list(V)) optional_type(V)'],
  flatten: ['.list_flatten(list(list(T))) list(T)', '.list_flatten_int(list(dyn), int) list(dyn)'],
  format: ['.string_format(string, list(dyn)) string'],
  getDate: timeParts('day_of_month_1_based'),
  getDayOfMonth: timeParts('day_of_month'),
  getDayOfWeek: timeParts('day_of_week'),
  getDayOfYear: timeParts('day_of_year'),
  getFullYear: timeParts('year'),
  getHours: [...timeParts('hours'), '.duration_to_hours(duration) int'],
  getMilliseconds: [...timeParts('milliseconds'), '.duration_to_milliseconds(duration) int'],
  getMinutes: [...timeParts('minutes'), '.duration_to_minutes(duration) int'],
  getMonth: timeParts('month'),
  getSeconds: [
    '.timestamp_to_seconds(timestamp) int',
    '.timestamp_to_seconds_tz(timestamp, string) int',
    '.duration_to_seconds(duration) int',
  ],
  hasValue: ['.optional_hasValue(optional_type(V)) bool'],
  indexOf: [
    '.list_a_index_of_int(list(A), A) int',
    '.string_index_of_string(string, string) int',
    '.string_index_of_string_int(string, string, int) int',
  ],
  isSorted: forTypes(COMPARABLE, '.list_#_is_sorted_bool(list(#)) bool'),
  join: ['.list_join(list(string)) string', '.list_join_string(list(string), string) string'],
  last: ['.list_last(list(V)) optional_type(V)'],
  lastIndexOf: [
    '.list_a_last_index_of_int(list(A), A) int',
    '.string_last_index_of_string(string, string) int',
    '.string_last_index_of_string_int(string, string, int) int',
  ],
  'lists.range': ['lists_range(int) list(int)'],
  lowerAscii: ['.string_lower_ascii(string) string'],
  matches: ['matches(string, string) bool', '.matches_string(string, string) bool'],
  max: forTypes(COMPARABLE, '.list_#_max_#(list(#)) #'),
  min: forTypes(COMPARABLE, '.list_#_min_#(list(#)) #'),
  'optional.none': ['optional_none() optional_type(V)'],
  'optional.of': ['optional_of(V) optional_type(V)'],
  'optional.ofNonZeroValue': ['optional_ofNonZeroValue(V) optional_type(V)'],
  'optional.unwrap': ['optional_unwrap(list(optional_type(V))) list(V)'],
  or: ['.optional_or_optional(optional_type(V), optional_type(V)) optional_type(V)'],
  orValue: ['.optional_orValue_value(optional_type(V), V) V'],
  replace: [
    '.string_replace_string_string(string, string, string) string',
    '.string_replace_string_string_int(string, string, string, int) string',
  ],
  reverse: ['.list_reverse(list(T)) list(T)'],
  'sets.contains': ['list_sets_contains_list(list(T), list(T)) bool'],
  'sets.equivalent': ['list_sets_equivalent_list(list(T), list(T)) bool'],
  'sets.intersects': ['list_sets_intersects_list(list(T), list(T)) bool'],
  size: [
    'size_bytes(bytes) int',
    '.bytes_size(bytes) int',
    'size_list(list(A)) int',
    '.list_size(list(A)) int',
    'size_map(map(A, B)) int',
    '.map_size(map(A, B)) int',
    'size_string(string) int',
    '.string_size(string) int',
  ],
  slice: ['.list_slice(list(T), int, int) list(T)'],
  sort: sorts('sort', (type) => `(list(${type})) list(${type})`),
  split: [
    '.string_split_string(string, string) list(string)',
    '.string_split_string_int(string, string, int) list(string)',
  ],
  startsWith: ['.starts_with_string(string, string) bool'],
  'strings.quote': ['strings_quote(string) string'],
  substring: [
    '.string_substring_int(string, int) string',
    '.string_substring_int_int(string, int, int) string',
  ],
  sum: forTypes('int uint double duration', '.list_#_sum_#(list(#)) #'),
  trim: ['.string_trim(string) string'],
  unwrapOpt: ['.optional_unwrapOpt(list(optional_type(V))) list(V)'],
  upperAscii: ['.string_upper_ascii(string) string'],
  value: ['.optional_value(optional_type(V)) V'],
};
