import { existsSync } from 'node:fs';
import { ensurePrograms } from './building/build.mjs';
import { exitWith, StartError } from './starting/start-error.mjs';

// npm run admin -- …: what the person who runs the server may do to people's ways in. Without arguments, it says how.

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (!existsSync('node_modules'))
    throw new StartError('Run npm start first: no packages are installed yet.');
  await ensurePrograms();
  const { admin } = await import('../.build/admin.mjs');
  process.exit((await admin(process.argv.slice(2))) ? 0 : 1);
} catch (error) {
  exitWith(error);
}
