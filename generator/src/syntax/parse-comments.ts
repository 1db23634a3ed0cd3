import { CommentReader, mayHoldMarkers } from './comments.js';
import { parseFile, syntaxProblems } from './parse-file.js';
import { positionsOf } from './positions.js';
import type { CommentedFile } from './syntax.js';

/** Reads the comments of any TypeScript, and nothing else of it. */
export function parseComments(path: string, text: string): CommentedFile {
  if (!mayHoldMarkers(text)) return { comments: [], problems: [] };
  const file = parseFile(path, text);
  const position = positionsOf(path, text);
  const problems = syntaxProblems(file, position);
  // After a syntax error, the parser guesses.
  const comments = problems.length > 0 ? [] : new CommentReader(file, position).all();
  return { comments, problems };
}
