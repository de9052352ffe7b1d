/** The migrated database that app databases are cloned from. */
export const templateName = 'app_template';

/** The role that owns the app databases of tests. */
export const ownerRole = 'app_owner';
