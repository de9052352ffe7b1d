/** The migrated database that app databases are cloned from. */
export const templateName = 'app_template';

/** The role that owns the app databases of tests. As in a deployment, it is not a superuser. */
export const ownerRole = 'app_owner';

/** The role that the application logs in as. As in a deployment, it owns nothing. */
export const appRole = 'app_user';
