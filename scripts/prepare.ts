import { loadSampleDatabase } from '@/prisma/demo/load-sample-database';
import { seedDemo } from '@/prisma/demo/seed-demo';
import { env } from '@/server/base/env';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder } from '@/server/base/schema/migration-files';

// Prepares a database: its schema, and in demo mode the sandbox and its content. Safe to run again.

try {
  const { authMode, databaseDirectUrl, databaseOwnerUrl, sampleDatabaseUrl, sampleApiUrl } = env();
  if (databaseOwnerUrl === undefined) {
    console.warn(
      'DATABASE_OWNER_URL is not set: the role of DATABASE_URL owns its tables, and could switch off what guards the audit log. docs/operations.md says how to set it.',
    );
    await applyMigrations(databaseDirectUrl);
  } else {
    await applyMigrations(databaseOwnerUrl, migrationsFolder, databaseDirectUrl);
  }
  const sampleOwnerUrl = process.env.SAMPLE_OWNER_DATABASE_URL;
  // Who comes from a directory has no sandboxes to use it in.
  if (sampleOwnerUrl && authMode !== 'directory') await loadSampleDatabase(sampleOwnerUrl);
  if (authMode === 'demo') await seedDemo({ sampleDatabaseUrl, sampleApiUrl });
  process.exit(0);
} catch (error) {
  const isPlain =
    error instanceof Error && ['AppRoleError', 'EnvError', 'MigrationError'].includes(error.name);
  console.error(isPlain ? error.message : error);
  process.exit(1);
}
