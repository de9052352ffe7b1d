import { loadSampleDatabase } from '@/prisma/demo/load-sample-database';
import { seedDemo } from '@/prisma/demo/seed-demo';
import { env } from '@/server/env';
import { applyMigrations } from '@/server/schema/apply-migrations';

// Prepares a database: its schema, and in demo mode the sandbox and its content. Safe to run again.

try {
  const { authMode, databaseDirectUrl, sampleDatabaseUrl, sampleApiUrl } = env();
  await applyMigrations(databaseDirectUrl);
  const sampleOwnerUrl = process.env.SAMPLE_OWNER_DATABASE_URL;
  if (sampleOwnerUrl) await loadSampleDatabase(sampleOwnerUrl);
  if (authMode === 'demo') await seedDemo({ sampleDatabaseUrl, sampleApiUrl });
  process.exit(0);
} catch (error) {
  const isPlain = error instanceof Error && ['EnvError', 'MigrationError'].includes(error.name);
  console.error(isPlain ? error.message : error);
  process.exit(1);
}
