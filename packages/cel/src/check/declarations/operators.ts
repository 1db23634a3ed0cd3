import { forTypes, type Declarations } from './declarations.js';

/** The overloads of an operator that compares values. */
const comparisons = (name: string): string[] => [
  `${name}_bool(bool, bool) bool`,
  `${name}_int64(int, int) bool`,
  `${name}_int64_double(int, double) bool`,
  `${name}_int64_uint64(int, uint) bool`,
  `${name}_uint64(uint, uint) bool`,
  `${name}_uint64_double(uint, double) bool`,
  `${name}_uint64_int64(uint, int) bool`,
  `${name}_double(double, double) bool`,
  `${name}_double_int64(double, int) bool`,
  `${name}_double_uint64(double, uint) bool`,
  ...forTypes('string bytes timestamp duration', `${name}_#(#, #) bool`),
];

/** Operators, and the internal functions that macros expand to. */
export const operators: Declarations = {
  '!_': ['logical_not(bool) bool'],
  '-_': ['negate_double(double) double', 'negate_int64(int) int'],
  '@in': ['in_list(A, list(A)) bool', 'in_map(A, map(A, B)) bool'],
  '@not_strictly_false': ['not_strictly_false(bool) bool'],
  '_!=_': ['not_equals(A, A) bool'],
  '_%_': ['modulo_int64(int, int) int', 'modulo_uint64(uint, uint) uint'],
  '_&&_': ['logical_and(bool, bool) bool'],
  '_*_': [
    'multiply_double(double, double) double',
    'multiply_int64(int, int) int',
    'multiply_uint64(uint, uint) uint',
  ],
  '_||_': ['logical_or(bool, bool) bool'],
  '_+_': [
    'add_bytes(bytes, bytes) bytes',
    'add_double(double, double) double',
    'add_duration_duration(duration, duration) duration',
    'add_duration_timestamp(duration, timestamp) timestamp',
    'add_timestamp_duration(timestamp, duration) timestamp',
    'add_int64(int, int) int',
    'add_list(list(A), list(A)) list(A)',
    'add_string(string, string) string',
    'add_uint64(uint, uint) uint',
  ],
  '_-_': [
    'subtract_double(double, double) double',
    'subtract_duration_duration(duration, duration) duration',
    'subtract_int64(int, int) int',
    'subtract_timestamp_duration(timestamp, duration) timestamp',
    'subtract_timestamp_timestamp(timestamp, timestamp) duration',
    'subtract_uint64(uint, uint) uint',
  ],
  '_/_': [
    'divide_double(double, double) double',
    'divide_int64(int, int) int',
    'divide_uint64(uint, uint) uint',
  ],
  '_<=_': comparisons('less_equals'),
  '_<_': comparisons('less'),
  '_==_': ['equals(A, A) bool'],
  '_>=_': comparisons('greater_equals'),
  '_>_': comparisons('greater'),
  '_?._': ['select_optional_field(dyn, string) optional_type(V)'],
  '_?_:_': ['conditional(bool, A, A) A'],
  '_[?_]': [
    'list_optindex_optional_int(list(V), int) optional_type(V)',
    'optional_list_optindex_optional_int(optional_type(list(V)), int) optional_type(V)',
    'map_optindex_optional_value(map(K, V), K) optional_type(V)',
    'optional_map_optindex_optional_value(optional_type(map(K, V)), K) optional_type(V)',
  ],
  '_[_]': [
    'index_list(list(A), int) A',
    'index_map(map(A, B), A) B',
    'optional_list_index_int(optional_type(list(V)), int) optional_type(V)',
    'optional_map_index_value(optional_type(map(K, V)), K) optional_type(V)',
  ],
};

/** Comparisons of typed values with null, which any field of JSON may be. */
export const nullEquality: Declarations = {
  '_==_': ['equals(A, A) bool', 'equals(A, null) bool', 'equals(null, A) bool'],
  '_!=_': ['not_equals(A, A) bool', 'not_equals(A, null) bool', 'not_equals(null, A) bool'],
};
