/** Remembers in the browser which organization one was in last. A wish, not a right: it is held against one's own. */
export const ACTIVE_ORG_COOKIE = 'pushboard_org';
