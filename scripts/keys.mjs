import { existsSync } from 'node:fs';
import { ensurePrograms } from './building/build.mjs';
import { exitWith, StartError } from './starting/start-error.mjs';

// npm run keys -- status | rotate: which keys of the ring sealed what, and sealing it with the newest. Without arguments, it says how.

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (!existsSync('node_modules'))
    throw new StartError('Run npm start first: no packages are installed yet.');
  await ensurePrograms();
  const { keys } = await import('../.build/keys.mjs');
  process.exit((await keys(process.argv.slice(2))) ? 0 : 1);
} catch (error) {
  exitWith(error);
}
