import { type SignInFailure, signInFailures, type WhoopsReason, whoopsReasons } from '@/lib/sign-in/failures';
import { AppError } from '@/server/base/errors';

/** A sign-in that was refused. Its key selects the message that the next page shows. */
export class SignInRefused extends AppError {
  constructor(
    readonly failure: SignInFailure,
    cause?: unknown,
  ) {
    super(CONFLICTS.has(failure) ? 'conflict' : 'forbidden', signInFailures[failure], { cause });
  }
}

const CONFLICTS = new Set<SignInFailure>(['emailInUse', 'identityInUse', 'demoPerson', 'otherPerson']);

/** The person proved who they are, but isn't set up here. */
export class NotSetUp extends AppError {
  constructor(readonly reason: WhoopsReason) {
    super('forbidden', `You are not set up yet. ${whoopsReasons[reason]}`);
  }
}
