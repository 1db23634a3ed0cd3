import { createApiServer } from '@vmgen/apiserver/browser';
import { builtIns } from '@vmgen/apiserver/built-ins';
import {
  answersOf,
  answerTo,
  repeatable,
  watchedLines,
  WEBHOOK_CALL,
} from '../support/server-requests.js';

const server = createApiServer(builtIns, repeatable());
const answers = await answersOf(server);
const lines = await watchedLines(server);
const { text } = await answerTo(server, WEBHOOK_CALL);
postMessage({ answers, lines, text });
