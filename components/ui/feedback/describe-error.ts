import { ApiError } from '@/lib/client/api-client';
import { provider } from '../providers/provider';

/** An error in words for people: what happened, what to do about it, and what to quote. */
export interface ErrorDescription {
  title: string;
  message: string;
  /** Null if the message says it. */
  nextStep: string | null;
  /** The reference for asking for help; null if the request never reached the server. */
  requestId: string | null;
  /** Whether repeating the request may help. */
  canRetry: boolean;
  /** False for a request that went to other people, which is no mistake of anyone. */
  isFault: boolean;
}

/** Describes any error. An error that isn't an API refusal is a bug of ours, and the text says so. */
export function describeError(error: unknown): ErrorDescription {
  if (isPartMissing(error)) {
    return {
      title: 'A part of this page did not load',
      message: 'Pushboard may have been updated since the page was opened, or the connection was lost.',
      nextStep: 'Try again to reload the page. What you typed is kept.',
      requestId: null,
      canRetry: true,
      isFault: true,
    };
  }
  if (!(error instanceof ApiError)) {
    return {
      title: 'This page failed',
      message: 'This is a fault in Pushboard, not something you did.',
      nextStep: `Try again. If it happens again, tell ${provider()} what you were doing.`,
      requestId: null,
      canRetry: true,
      isFault: true,
    };
  }
  const { message, requestId } = error;
  if (isRequest(error)) {
    return {
      title: 'Approval requested',
      message,
      nextStep: null,
      requestId: null,
      canRetry: false,
      isFault: false,
    };
  }
  const { nextStep, ...rest } = advice(error);
  return {
    message,
    requestId,
    ...rest,
    isFault: true,
    nextStep: /\btry again\b/i.test(message) ? null : nextStep,
  };
}

/** Whether other people were asked to approve what the server refused for now. */
export const isRequest = (error: unknown): boolean => error instanceof ApiError && error.isAskedFor;

/** Whether code of the page couldn't be fetched: a new version has replaced it on the server. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ChunkLoadError';

function advice({ code }: ApiError): { title: string; nextStep: string; canRetry: boolean } {
  switch (code) {
    case 'offline':
      return { title: 'No connection', nextStep: 'What you typed is kept.', canRetry: true };
    case 'not_signed_in':
      return {
        title: 'You are signed out',
        nextStep: 'Sign in again in another tab, then try again. What you typed is kept.',
        canRetry: true,
      };
    case 'forbidden':
      return {
        title: 'Not allowed',
        nextStep: 'Ask an engineer of the command, or an admin of the organization, for access.',
        canRetry: false,
      };
    case 'not_found':
      return {
        title: 'Not found',
        nextStep: 'It may have been deleted, or your access to it was taken away.',
        canRetry: false,
      };
    case 'conflict':
      return {
        title: 'Changed in the meantime',
        nextStep: 'Reload to see the current version.',
        canRetry: true,
      };
    case 'too_many_requests':
      return { title: 'Too many requests', nextStep: 'Wait a moment, then try again.', canRetry: true };
    case 'too_slow':
      return {
        title: 'The connection is slow',
        nextStep: 'What you sent did not arrive in time. Try again on a faster connection.',
        canRetry: true,
      };
    case 'unavailable':
    case 'timed_out':
      return { title: 'The server is busy', nextStep: 'Wait a moment, then try again.', canRetry: true };
    case 'internal':
      return {
        title: 'The server failed',
        nextStep: `Try again. If it happens again, tell ${provider()} and quote the reference.`,
        canRetry: true,
      };
    default:
      return {
        title: 'Not accepted',
        nextStep: 'Correct it, then try again.',
        canRetry: false,
      };
  }
}
