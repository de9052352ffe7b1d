import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** One step of the schema: its folder name, its SQL, and the checksum that Prisma stores. */
export type Migration = { name: string; sql: string; checksum: string };

/** Prisma's folder of migrations, relative to the project. */
export const migrationsFolder = resolve('prisma', 'migrations');

/** Returns the migrations of a folder in the order of their names, which begin with the time. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name, 'migration.sql'));
      return {
        name,
        sql: bytes.toString('utf8'),
        checksum: createHash('sha256').update(bytes).digest('hex'),
      };
    });
}
