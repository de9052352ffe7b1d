-- Of a run whose caller waits for its end, only the end is announced: to everyone its id, as before, and to the caller's
-- process, on a channel of its own, all about the run. Web processes of the version before put no such run in line.
ALTER TABLE "open_run" ADD COLUMN "news_channel" TEXT;

-- Each announcement takes a lock of the whole cluster and wakes every process. A stream that begins to watch such a run updates
-- the row that this updates, so one of the two sees the other. The arguments stay the same: workers of the version before
-- go on during an upgrade.
CREATE OR REPLACE FUNCTION claim_runs(claimer text, places integer, credential_limit integer, command_limit integer,
  holder_limit integer, shared_limit integer, unattended_limit integer, kinds_elsewhere text[], elsewhere_limit integer)
RETURNS SETOF integer LANGUAGE plpgsql AS $$
DECLARE
  next record;
  is_watched boolean;
BEGIN
  -- Counting places and taking one are two steps; this keeps other workers from doing both in between.
  PERFORM pg_advisory_xact_lock(7001);
  FOR place IN 1..places LOOP
    -- Mostly, one run waits. Asking whether there is another is a lookup; finding the next one is a dozen counts.
    EXIT WHEN NOT EXISTS (SELECT FROM open_run WHERE state = 'waiting' AND (look_at IS NULL OR look_at <= now()));
    SELECT o.org_id, o.run_id, o.source_kind = ANY(kinds_elsewhere) AS goes_elsewhere INTO next
    FROM open_run o
    WHERE (SELECT count(*) FROM (SELECT FROM open_run LIMIT 2) few) = 1
      AND o.state = 'waiting' AND (o.look_at IS NULL OR o.look_at <= now());
    IF NOT FOUND THEN
      WITH RECURSIVE taken AS MATERIALIZED (
        SELECT credential_id, command_id, org_id, user_id, worker_id, class
        FROM open_run WHERE state IN ('executing', 'beginning')
      ), lines AS (
        (SELECT command_id FROM open_run WHERE state = 'waiting' ORDER BY command_id LIMIT 1)
        UNION ALL
        SELECT (SELECT o.command_id FROM open_run o WHERE o.state = 'waiting' AND o.command_id > lines.command_id
          ORDER BY o.command_id LIMIT 1)
        FROM lines WHERE lines.command_id IS NOT NULL
      ), heads AS (
        SELECT head.*, head.source_kind = ANY(kinds_elsewhere) AS goes_elsewhere
        FROM lines CROSS JOIN LATERAL (
          SELECT o.* FROM open_run o WHERE o.state = 'waiting' AND o.command_id = lines.command_id
            AND (o.look_at IS NULL OR o.look_at <= now())
          ORDER BY o.class, o.turn, o.run_id LIMIT 1) head
      )
      SELECT h.org_id, h.run_id, h.goes_elsewhere INTO next
      FROM heads h
      LEFT JOIN command own ON own.org_id = h.org_id AND own.command_id = h.command_id
      LEFT JOIN command c ON c.org_id = own.org_id AND c.command_id = coalesce(own.follows_command_id, own.command_id)
      LEFT JOIN credential k ON k.org_id = h.org_id AND k.credential_id = h.credential_id
      WHERE (SELECT count(*) FROM taken t WHERE t.credential_id = h.credential_id) < credential_limit
        AND (SELECT count(*) FROM taken t WHERE t.command_id = h.command_id) < command_limit
        AND (k.concurrency_limit IS NULL OR (SELECT count(*) FROM open_run b
          WHERE b.org_id = h.org_id AND b.credential_id = h.credential_id
            AND b.state IN ('executing', 'beginning', 'elsewhere')) < k.concurrency_limit)
        AND (c.concurrency_limit IS NULL OR (SELECT count(*) FROM open_run b
          JOIN command f ON f.org_id = b.org_id AND f.command_id = b.command_id
          WHERE b.org_id = h.org_id AND coalesce(f.follows_command_id, f.command_id) = c.command_id
            AND b.state IN ('executing', 'beginning', 'elsewhere')) < c.concurrency_limit)
        AND (SELECT count(*) FROM taken t WHERE t.worker_id = claimer AND t.org_id = h.org_id) < holder_limit
        AND (SELECT count(*) FROM taken t WHERE t.worker_id = claimer AND t.user_id = h.user_id) < holder_limit
        AND ((SELECT count(*) FROM taken t WHERE t.worker_id = claimer) < shared_limit
          OR (SELECT count(*) FROM taken t WHERE t.org_id = h.org_id OR t.user_id = h.user_id)
            < greatest(1, shared_limit - holder_limit))
        AND (h.class < 3 OR (
          (SELECT count(*) FROM taken t WHERE t.worker_id = claimer AND t.class >= 3) < unattended_limit
          AND (SELECT count(*) FROM taken t WHERE t.credential_id = h.credential_id AND t.class >= 3)
            < greatest(1, credential_limit - 1 - credential_limit / 10)
          AND (SELECT count(*) FROM taken t WHERE t.command_id = h.command_id AND t.class >= 3)
            < greatest(1, command_limit - 1 - command_limit / 10)))
        AND (NOT h.goes_elsewhere OR ((SELECT count(*) FROM open_run e
            WHERE e.state = 'elsewhere' AND e.org_id = h.org_id) < elsewhere_limit
          AND (SELECT count(*) FROM open_run e
            WHERE e.state = 'elsewhere' AND e.user_id = h.user_id) < elsewhere_limit))
      ORDER BY h.class, greatest((SELECT count(*) FROM taken t WHERE t.org_id = h.org_id),
          (SELECT count(*) FROM taken t WHERE t.user_id = h.user_id)),
        (SELECT count(*) FROM taken t WHERE t.org_id = h.org_id AND t.user_id = h.user_id), h.turn, h.run_id
      LIMIT 1;
      EXIT WHEN NOT FOUND;
    END IF;

    -- Always the run first, then its place in line: whoever else changes both does it in this order, too.
    UPDATE run SET status = 'running', started_at = coalesce(started_at, now())
    WHERE org_id = next.org_id AND run_id = next.run_id AND status IN ('starting', 'running');
    IF NOT FOUND THEN
      DELETE FROM open_run WHERE org_id = next.org_id AND run_id = next.run_id;
      CONTINUE;
    END IF;
    UPDATE open_run SET worker_id = claimer,
      state = (CASE WHEN next.goes_elsewhere THEN 'beginning' ELSE 'executing' END)::open_run_state
    WHERE org_id = next.org_id AND run_id = next.run_id
    RETURNING news_channel IS NULL INTO is_watched;
    IF is_watched THEN
      PERFORM pg_notify('run_changed', next.run_id::text);
    END IF;
    RETURN NEXT next.run_id;
  END LOOP;
END $$;
