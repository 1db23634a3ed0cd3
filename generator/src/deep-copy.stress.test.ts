import { testNestedCopies } from './testing/nested-copies.js';

testNestedCopies(3, 400);
