import { testNestedCopies } from './testing/nested-copies.js';

testNestedCopies(2, 70);
