import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.test.helper.js';
import { apiError } from './scripted-client.test.helper.js';
import { reportReflectorError } from './report-reflector-error.js';

test('the log contains a hint if a kind is not served', () => {
  const lines: LogLine[] = [];
  const logger = collectingLogger(lines);
  const absent = apiError(404, 'NotFound');
  reportReflectorError(absent, undefined, logger);
  const forbidden = apiError(403, 'Forbidden');
  reportReflectorError(forbidden, undefined, logger);
  assert.deepEqual(
    lines.map(({ fields }) => fields),
    [
      {
        error: absent,
        hint: 'the server does not serve the kind; apply its CustomResourceDefinition',
      },
      { error: forbidden },
    ],
  );
});
