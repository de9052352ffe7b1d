import { existsSync } from 'node:fs';
import { ensurePrograms } from './building/build.mjs';
import { exitWith, StartError } from './starting/start-error.mjs';

// npm run verify-audit [-- id:hash]: compares the audit log with its chain. Ends with 0 if the chain holds.

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (!existsSync('node_modules'))
    throw new StartError('Run npm start first: no packages are installed yet.');
  await ensurePrograms();
  const { verifyAudit } = await import('../.build/verify-audit.mjs');
  process.exit((await verifyAudit(process.argv[2])) ? 0 : 1);
} catch (error) {
  exitWith(error);
}
