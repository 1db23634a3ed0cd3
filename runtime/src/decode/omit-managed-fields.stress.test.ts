import { testRandomTexts } from './omit-managed-fields.test.helper.js';

testRandomTexts([1, 2, 3, 4], 1500);
