import { type Client, escapeIdentifier, escapeLiteral } from 'pg';

/**
 * The rights of the role that web and worker log in as, where another role owns the schema (DATABASE_OWNER_URL). It
 * reads and writes rows and owns nothing, so that it can't switch off what guards the audit log.
 */

/** Our schemas: the app's own tables, and the queue's. */
const SCHEMAS = ['public', 'graphile_worker'];

/** Tables that the app's role only adds to. */
const APPEND_ONLY = ['audit_event', 'audit_chain'];

/** A role's rights don't fit DATABASE_OWNER_URL. The message says what to do. */
export class AppRoleError extends Error {
  override readonly name = 'AppRoleError';
}

/** Returns the role that an address logs in as. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** Creates the role of the app's address with its password if it doesn't exist yet. */
export async function ensureAppRole(owner: Client, appUrl: string): Promise<void> {
  const role = roleOf(appUrl);
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount !== 0) return;
  const password = escapeLiteral(decodeURIComponent(new URL(appUrl).password));
  try {
    await owner.query(
      `CREATE ROLE ${escapeIdentifier(role)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${password}`,
    );
  } catch (error) {
    throw new AppRoleError(
      `The role "${role}" of DATABASE_URL doesn't exist, and the role of DATABASE_OWNER_URL may not create it. Create it first: CREATE ROLE ${escapeIdentifier(role)} LOGIN PASSWORD '…'`,
      { cause: error },
    );
  }
}

/** Makes the session's role the owner of everything in our schemas that the app's role owns. */
export async function handOver(owner: Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    // A sequence of a column follows its table, and can't be handed over by itself.
    `SELECT format('ALTER %s %s OWNER TO %I', what.type, what.identity, current_user) AS statement
     FROM pg_shdepend d
     CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, 0) what
     WHERE ${OWNED} AND NOT EXISTS (
       SELECT FROM pg_depend p WHERE p.classid = 'pg_class'::regclass AND p.objid = d.objid
         AND p.refclassid = 'pg_class'::regclass AND p.deptype IN ('a', 'i') AND d.classid = 'pg_class'::regclass)
     ORDER BY what.type = 'schema', what.identity`,
    [role, SCHEMAS],
  );
  if (rows.length === 0) return;
  await owner.query('BEGIN');
  try {
    for (const { statement } of rows) await owner.query(statement);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK');
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppRoleError(
      `Couldn't hand the tables of "${role}" over to the role of DATABASE_OWNER_URL: ${reason}. Make that role a member first: GRANT ${escapeIdentifier(role)} TO the owner's role`,
      { cause: error },
    );
  }
}

/** Objects of our schemas that a role ($1) owns; $2 is the schemas. */
const OWNED = `d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o'
  AND d.refobjid = (SELECT oid FROM pg_roles WHERE rolname = $1)
  AND d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND d.classid IN ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_type'::regclass, 'pg_namespace'::regclass)
  AND coalesce(what.schema, CASE what.type WHEN 'schema' THEN what.name END) = ANY ($2)`;

/** Gives the app's role its rights to everything that exists, and to tables that the owner adds later. */
export async function grantToApp(owner: Client, appRole: string): Promise<void> {
  const role = escapeIdentifier(appRole);
  const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name');
  const database = escapeIdentifier(rows[0]?.name ?? '');
  const statements = SCHEMAS.flatMap((schema) => [
    `REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC, ${role}`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
    `REVOKE TRUNCATE, REFERENCES, TRIGGER ON ALL TABLES IN SCHEMA ${schema} FROM ${role}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE, SELECT ON SEQUENCES TO ${role}`,
  ]);
  const appendOnly = APPEND_ONLY.map((table) => `REVOKE UPDATE, DELETE ON public.${table} FROM ${role}`);
  const history = `REVOKE INSERT, UPDATE, DELETE ON public._prisma_migrations FROM ${role}`;
  await owner.query('BEGIN');
  try {
    // In one transaction: programs that already serve this database never see a state in between.
    for (const statement of [...statements, ...appendOnly, history]) await owner.query(statement);
    await owner.query(`GRANT CONNECT ON DATABASE ${database} TO ${role}`);
    await openQueue(owner);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
}

/** The queue's tables show their rows only to their owner, until a policy says otherwise. Rights still decide. */
async function openQueue(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `SELECT format('CREATE POLICY app ON %s USING (true) WITH CHECK (true)', c.oid::regclass) AS statement
     FROM pg_class c
     WHERE c.relnamespace = 'graphile_worker'::regnamespace AND c.relrowsecurity
       AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'app')`,
  );
  for (const { statement } of rows) await owner.query(statement);
}

/** Throws `AppRoleError` if the app's role could still change the schema. */
export async function checkAppRole(owner: Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ problem: string | null }>(
    `SELECT CASE
       WHEN r.rolsuper THEN 'is a superuser'
       WHEN r.rolcreaterole THEN 'may create roles (ALTER ROLE … NOCREATEROLE)'
       WHEN pg_has_role(r.oid, current_user, 'MEMBER') THEN 'is a member of the owner''s role (REVOKE it)'
       WHEN EXISTS (SELECT FROM pg_database d WHERE d.datname = current_database() AND d.datdba = r.oid)
         THEN 'owns the database (ALTER DATABASE … OWNER TO the owner''s role)'
       WHEN EXISTS (SELECT FROM pg_shdepend d
         CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, 0) what WHERE ${OWNED})
         THEN 'still owns tables' END AS problem
     FROM pg_roles r WHERE r.rolname = $1`,
    [role, SCHEMAS],
  );
  const problem = rows[0]?.problem;
  if (problem == null) return;
  throw new AppRoleError(
    `DATABASE_OWNER_URL is set, but the role "${role}" of DATABASE_URL ${problem}. It could switch off what guards the audit log.`,
  );
}
