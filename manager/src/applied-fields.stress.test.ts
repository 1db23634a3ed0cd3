import { testOwnership } from './random-ownership.test.helper.js';

testOwnership(250);
