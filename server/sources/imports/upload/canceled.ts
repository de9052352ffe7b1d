import { AppError } from '@/server/base/errors';

/** The error of an upload that ends early. The caller has disconnected, so only the log shows it. */
export function canceled(): AppError {
  return new AppError('impossible', 'The upload was canceled before it was read. Upload the file again.');
}
