import statement, { type Sql as Statement } from 'sql-template-tag';

/**
 * A statement part: whether the worker `w` has said lately that it lives. What it said in the future, before the clock
 * was set back, says nothing.
 */
export const isAlive = (deadAfterSeconds: number): Statement => statement`
  w.heartbeat_at between now() - make_interval(secs => ${deadAfterSeconds})
    and now() + make_interval(secs => ${deadAfterSeconds})`;
