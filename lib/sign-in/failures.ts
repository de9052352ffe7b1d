/**
 * Why a sign-in failed. Addresses carry only the key, so that nobody can make Pushboard show a text of their own.
 * `{issuer}` is the label of the identity provider.
 */
export const signInFailures = {
  unreachable: 'The sign-in service could not be reached. Try again in a moment.',
  tooSlow: 'The sign-in service did not answer in time. Try again in a moment.',
  misconfigured:
    'Pushboard and the sign-in service do not agree on their setup. Ask the people who run Pushboard to check it; the log says what is wrong.',
  otherIssuer:
    'You were not signed in: the sign-in service names another issuer than the one that Pushboard is set up for. Ask the people who run Pushboard; the log says what differs.',
  clock:
    "The clocks of Pushboard and the sign-in service differ. Ask the people who run Pushboard to check this server's clock.",
  refused: 'The sign-in service did not let you in. Try again, or ask your administrator.',
  canceled: 'You canceled the sign-in. Nothing has changed.',
  expired: 'This sign-in was already used, took too long, or was begun in another browser. Try again.',
  untrusted:
    'The response of the sign-in service could not be verified, so you were not signed in. Try again.',
  noEmail:
    'The sign-in service did not share an email address for you. Ask your administrator to add one to your account there.',
  unverifiedEmail:
    'The sign-in service has not verified your email address. Verify it there, then sign in again.',
  emailInUse:
    'Someone already signs in to Pushboard with this email address in another way. Sign in that way instead.',
  demoPerson: 'This email address belongs to a person of demo mode, who cannot be used here.',
  identityInUse: 'Someone else already signs in to Pushboard this way.',
  otherPerson: 'You were signed in as someone else in the meantime. Try again.',
  invitationClosed:
    'This invitation is no longer open. It was replaced by a newer one, withdrawn, or is older than a week.',
  invitationOfOther: 'This invitation is for another email address. Sign in with the invited one.',
  invitationElsewhere:
    'The organization that invited you requires another way to sign in. Sign in that way, then open the link again.',
  linkOfOtherAddress:
    'An organization of yours requires this way to sign in, and its email address for you is not the one that you have here. Ask your administrator.',
  tooMany: 'Too many attempts. Wait a minute, then try again.',
  setup: 'Error setting up app',
  creation: 'Unknown error related to creating user',
} as const;

export type SignInFailure = keyof typeof signInFailures;

/** The failures of an invitation: the person proved who they are, and could sign in without it. */
export type InvitationFailure = Extract<SignInFailure, `invitation${string}`>;

export const isInvitationFailure = (failure: SignInFailure): failure is InvitationFailure =>
  failure.startsWith('invitation');

/** The failure with a key; the general one for anything else. */
export const signInFailureOf = (key: string | null | undefined): SignInFailure =>
  key != null && Object.hasOwn(signInFailures, key) ? (key as SignInFailure) : 'setup';

/** Who is turned away although they proved who they are: the page for them says why. */
export const whoopsReasons = {
  notInvited: 'Nobody has invited this email address yet.',
  otherDomain: 'Only people of certain email domains can sign up here.',
  nobodyYet: 'This Pushboard has no administrator yet. The person who runs the server makes the first one.',
} as const;

export type WhoopsReason = keyof typeof whoopsReasons;

/** The reason with a key; null for anything else. */
export const whoopsReasonOf = (key: string | null | undefined): WhoopsReason | null =>
  key != null && Object.hasOwn(whoopsReasons, key) ? (key as WhoopsReason) : null;
