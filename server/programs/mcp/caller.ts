import type { Person } from '@/lib/access/vocabulary';
import type { AuditSource } from '@/server/access/audit';
import type { Log } from '@/server/base/log';

/** Who makes a request to the MCP server, and what lasts as long as that request. */
export interface McpCaller {
  actor: Person;
  audit: AuditSource;
  log: Log;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Whether the token was not revoked meanwhile. A program may renew it while a command runs. */
  isStillAccepted(): Promise<boolean>;
  /**
   * Calls `end` when the token is revoked, replaced, or over, or when the organization, if there is one, is closed to it, unless the returned
   * function is called first.
   */
  onTokenEnd(orgId: string | null, end: () => void): () => void;
  /** Whom the token acts as now. Throws 401 if it is not accepted anymore. */
  identifyAgain(): Promise<Person>;
}

/** What the token says about running commands that might change something without asking. */
export const runsUnasked = ({ actor }: McpCaller): boolean =>
  actor.through?.kind === 'token' && actor.through.allowsUnasked === true;
