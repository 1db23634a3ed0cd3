import { testHistories } from './random-histories.test.helper.js';

testHistories(300);
