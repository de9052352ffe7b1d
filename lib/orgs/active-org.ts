/**
 * Remembers in the browser which organization a person used last. It is a preference, not a right: it is checked
 * against the person's organizations.
 */
export const ACTIVE_ORG_COOKIE = 'pushboard_org';
