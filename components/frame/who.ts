/** The person whose pages these are. */
export interface FramePerson {
  userId: string;
  name: string;
  email: string | null;
}

/** An organisation as the bar names it. */
export interface FrameOrg {
  orgId: string;
  name: string;
  slug: string;
  role: 'admin' | 'member';
}
