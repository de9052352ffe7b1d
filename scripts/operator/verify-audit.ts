import { counted } from '@/lib/base/text/counted';
import { findDatabase } from '@/scripts/operator/running-database';
import { type ChainReport, verifyChain } from '@/server/audit/verify-chain';
import { pool } from '@/server/base/database/db';

/**
 * Compares the audit log with its chain and prints the result.
 *
 * @param knownHead the `id:hash` that an earlier call printed
 * @returns whether the chain holds
 */
export async function verifyAudit(knownHead?: string): Promise<boolean> {
  if (!(await findDatabase())) return false;
  try {
    const report = await verifyChain(knownHead);
    for (const line of linesOf(report)) console.log(line);
    return report.problem === null;
  } finally {
    await pool().end();
  }
}

function linesOf({ verified, head, problem, tail }: ChainReport): string[] {
  const upTo = `${counted(verified.rows, 'row')} up to row ${verified.throughId} ${verified.rows === 1 ? 'matches' : 'match'}`;
  return [
    firstLine(problem, upTo),
    ...(problem === null ? [] : [problem.message, `Before that, ${upTo}.`]),
    tail.fromId === null
      ? 'Every row is chained.'
      : `${counted(tail.rows, 'row')} from row ${tail.fromId} on ${tail.rows === 1 ? 'is' : 'are'} not chained yet. A worker chains new rows every few seconds.`,
    ...(head === null
      ? []
      : [`Head: ${head}`, 'Keep it elsewhere, and pass it next time: npm run verify-audit -- id:hash']),
  ];
}

function firstLine(problem: ChainReport['problem'], upTo: string): string {
  if (problem === null) return `The audit log is unchanged: ${upTo}.`;
  return problem.missingKey === undefined
    ? 'The audit log was changed.'
    : "A part of the audit log can't be verified: a key is missing.";
}
