/** The signed-in person. */
export interface FramePerson {
  userId: string;
  name: string;
  email: string | null;
  /** Whether there are several ways to sign in, which the person can add. */
  hasSignInMethods: boolean;
  /** The name of the identity provider that the person can log out of together with Pushboard, or null. */
  leavableProvider: string | null;
}

/** An organization as shown in the bar. */
export interface FrameOrg {
  orgId: string;
  name: string;
  slug: string;
  role: 'admin' | 'member';
}

/** What the bar offers to create. */
export interface FrameOffers {
  /** An organization, in addition to those that the person has. */
  org: boolean;
  /** A sandbox: for people without any organization. */
  sandbox: boolean;
}
