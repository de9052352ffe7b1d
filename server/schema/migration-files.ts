import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** One step of the schema: its folder's name, its SQL, and the checksum that Prisma keeps of it. */
export type Migration = { name: string; sql: string; checksum: string };

/** Where Prisma lays migrations out, seen from the project's folder. */
export const migrationsFolder = resolve('prisma', 'migrations');

/** The migrations of a folder, in the order in which they are applied: by name, which begins with the time. */
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
