/** The organization with the sample commands. */
export const SANDBOX = { orgId: 'sandbox-1', slug: 'sandbox' };

/** The people of demo mode: the sandbox's admin, an engineer and a runner there, and a person of another organization. */
export const people = {
  admin: 'demo-dana',
  engineer: 'demo-jonas',
  runner: 'demo-maria',
  stranger: 'demo-alex',
} as const;

export type Who = keyof typeof people;
