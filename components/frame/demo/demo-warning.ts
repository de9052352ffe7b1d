/** Where anyone on this machine can sign in as anyone. */
export const DEMO_WARNING = 'Demo mode on this machine: anyone who opens this page can sign in as anyone.';
