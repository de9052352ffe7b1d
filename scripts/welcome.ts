import { join } from 'node:path';
import type { Env } from '@/server/base/env';
import { readyAt } from './starting/readiness';
import type { Prepared } from './starting/run-prepare';

/**
 * The last lines of a start: where people reach it, how they sign in, and where its data is.
 *
 * @param advice about variables; it was printed before the steps of the start, and is repeated where people look
 */
export function welcome(
  env: Env,
  isEmbeddedStart: boolean,
  { hasAdmin, isHeld }: Prepared,
  advice: readonly string[],
): string {
  const { authMode, dataDir, issuers } = env;
  const lines = ['', `  Pushboard is ready: ${readyAt(env)}`, ''];
  if (authMode === 'demo')
    lines.push('  Demo mode: pick one of four people to sign in as. No password is asked.');
  if (authMode === 'hosted') {
    if (issuers.length > 0) lines.push(`  Sign-in: through ${issuers.map(({ label }) => label).join(', ')}`);
    else if (isHeld)
      lines.push(
        '  Sign-in: this copy is held and sends no mail. To make a link:',
        '  npm run admin -- sign-in you@example.com',
      );
    else lines.push('  Sign-in: by emailed links');
    if (!hasAdmin)
      lines.push('  To make the first admin:', '  npm run admin -- add you@example.com --org "Example"');
    lines.push('');
  }
  if (isEmbeddedStart) lines.push(`  Data  ${dataDir}`, `  Logs  ${join(dataDir, 'logs')}`);
  if (advice.length > 0) lines.push('', ...advice.map((words) => `  ${words}`));
  return [...lines, '', '  Ctrl-C stops it.', ''].join('\n');
}
