import { AppError } from '@/server/errors';

/** Why an upload ends early. Its caller has left, so only the log tells. */
export function canceled(): AppError {
  return new AppError('impossible', 'The upload was canceled before it was read. Upload the file again.');
}
