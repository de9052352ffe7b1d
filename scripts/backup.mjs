import { existsSync } from 'node:fs';
import { ensurePrograms } from './building/build.mjs';
import { exitWith, StartError } from './starting/start-error.mjs';

// npm run backup -- create | verify | restore: the database, the key ring, and the results. Without arguments, it says how.

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (!existsSync('node_modules'))
    throw new StartError('Run npm start first: no packages are installed yet.');
  await ensurePrograms();
  const { backup } = await import('../.build/backup.mjs');
  process.exit((await backup(process.argv.slice(2))) ? 0 : 1);
} catch (error) {
  exitWith(error);
}
