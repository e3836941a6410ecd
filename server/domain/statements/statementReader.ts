/** The program of the thread that reads bank statements (readInThread.ts). */
import { answerRequests } from '../../platform/answerRequests.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { previewFile, readFile, readRows, type FileRequest, type PreviewRequest } from './statementFile.ts';

export type ReaderRequest =
  | ({ task: 'preview' } & PreviewRequest)
  | ({ task: 'read' } & FileRequest)
  | { task: 'rows'; content: string };

/** Errors lose their class and fields between threads, so refusals go as data. */
export type ReaderAnswer<Result> = { result: Result } | { refusal: { field: string; detail: string } };

answerRequests((request) => {
  const asked = request as ReaderRequest;
  try {
    if (asked.task === 'rows') return { result: readRows(asked.content) };
    return { result: asked.task === 'preview' ? previewFile(asked) : readFile(asked) };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'INVALID_INPUT') throw error;
    return { refusal: { field: error.extra.field ?? 'file', detail: error.extra.detail } };
  }
});
