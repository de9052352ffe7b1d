/** The person whose pages these are. */
export interface FramePerson {
  userId: string;
  name: string;
  email: string | null;
}

/** An organization as the bar names it. */
export interface FrameOrg {
  orgId: string;
  name: string;
  slug: string;
  role: 'admin' | 'member';
}

/** What the bar offers to make. */
export interface FrameOffers {
  /** An organization: to whoever has none yet but for sandboxes. */
  org: boolean;
  /** A sandbox: to whoever has nothing at all. */
  sandbox: boolean;
  /** One more organization, beside those that one can pick. */
  furtherOrg: boolean;
}
