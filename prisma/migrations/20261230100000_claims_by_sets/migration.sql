-- The workers that a connection's runs go to; null for those without a tag of their own, which have the tag `default`.
ALTER TABLE "credential" ADD COLUMN "worker_tag" TEXT;

-- The line of each connection and command, so that a claim passes over what other workers are for.
DROP INDEX open_run_line;
CREATE INDEX open_run_line ON open_run (credential_id, command_id, class, turn, run_id) WHERE state = 'waiting';

-- Claims as many runs as there are places: whom each place goes to is decided as `claim_runs` decided it one by one, but the
-- line and the places that are taken are read once. Claims still follow one another, and what others have claimed is
-- visible to the next one as soon as it is committed. A claim that had to wait for another one doesn't make the next one
-- wait for the disk (`is_flushed`): its worker begins nothing before it has flushed it (decision 0562).
CREATE FUNCTION claim_from_line(claimer text, tags text[], most integer, credential_limit integer, command_limit integer,
  holder_limit integer, shared_limit integer, unattended_limit integer, kinds_elsewhere text[], elsewhere_limit integer,
  may_flush_later boolean)
RETURNS TABLE (claimed_id bigint, is_flushed boolean)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  chosen_orgs text[];
  chosen_runs bigint[];
  is_watched boolean;
BEGIN
  is_flushed := true;
  IF NOT pg_try_advisory_xact_lock(7001) THEN
    PERFORM pg_advisory_xact_lock(7001);
    IF may_flush_later THEN
      PERFORM set_config('synchronous_commit', 'off', true);
      is_flushed := false;
    END IF;
  END IF;

  -- Mostly, one run waits. Finding that is a lookup; choosing among several is a large statement. The order has indexes
  -- searched, rather than the table, which begins with rows of runs that have ended.
  IF (SELECT run_id FROM open_run WHERE state = 'waiting' AND (look_at IS NULL OR look_at <= now())
    ORDER BY credential_id, command_id LIMIT 1) IS NULL THEN
    RETURN;
  END IF;
  IF (SELECT count(*) FROM (SELECT FROM open_run ORDER BY org_id, run_id LIMIT 2) few) = 1 THEN
    SELECT array_agg(o.org_id), array_agg(o.run_id) INTO chosen_orgs, chosen_runs
    FROM open_run o LEFT JOIN credential k ON k.org_id = o.org_id AND k.credential_id = o.credential_id
    WHERE o.state = 'waiting' AND coalesce(k.worker_tag, 'default') = ANY (tags);
  ELSE
    WITH RECURSIVE taken AS MATERIALIZED (
      SELECT credential_id, command_id, org_id, user_id, worker_id = claimer AS is_own, class >= 3 AS is_unattended
      FROM open_run WHERE state IN ('executing', 'beginning')
    ), holder AS MATERIALIZED (
      SELECT org_id, user_id, count(*) AS held, count(*) FILTER (WHERE is_own) AS held_here
      FROM taken GROUP BY org_id, user_id
    ), own AS MATERIALIZED (
      SELECT count(*) AS held, count(*) FILTER (WHERE is_unattended) AS unattended FROM taken WHERE is_own
    ), lines AS (
      (SELECT org_id, credential_id, command_id FROM open_run WHERE state = 'waiting'
        ORDER BY credential_id, command_id LIMIT 1)
      UNION ALL
      SELECT following.* FROM lines CROSS JOIN LATERAL (
        SELECT o.org_id, o.credential_id, o.command_id FROM open_run o
        WHERE o.state = 'waiting' AND (o.credential_id, o.command_id) > (lines.credential_id, lines.command_id)
        ORDER BY o.credential_id, o.command_id LIMIT 1) following
    ), line AS MATERIALIZED (
      -- What each line may still take; null where nothing limits it.
      SELECT (row_number() OVER ())::integer AS line_id, l.org_id, l.credential_id, l.command_id, c.command_id AS leader_id,
        least(credential_limit - busy.of_credential, CASE WHEN k.concurrency_limit IS NOT NULL THEN k.concurrency_limit - (
          SELECT count(*) FROM open_run b WHERE b.org_id = l.org_id AND b.credential_id = l.credential_id
            AND b.state IN ('executing', 'beginning', 'elsewhere')) END) AS of_credential,
        command_limit - busy.of_command AS of_command,
        CASE WHEN c.concurrency_limit IS NOT NULL THEN c.concurrency_limit - (
          SELECT count(*) FROM open_run b JOIN command f ON f.org_id = b.org_id AND f.command_id = b.command_id
          WHERE b.org_id = l.org_id AND coalesce(f.follows_command_id, f.command_id) = c.command_id
            AND b.state IN ('executing', 'beginning', 'elsewhere')) END AS of_leader,
        greatest(1, credential_limit - 1 - credential_limit / 10) - busy.unattended_of_credential AS unattended_of_credential,
        greatest(1, command_limit - 1 - command_limit / 10) - busy.unattended_of_command AS unattended_of_command
      FROM lines l
      LEFT JOIN credential k ON k.org_id = l.org_id AND k.credential_id = l.credential_id
      LEFT JOIN command own ON own.org_id = l.org_id AND own.command_id = l.command_id
      LEFT JOIN command c ON c.org_id = own.org_id AND c.command_id = coalesce(own.follows_command_id, own.command_id)
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE t.credential_id = l.credential_id) AS of_credential,
          count(*) FILTER (WHERE t.command_id = l.command_id) AS of_command,
          count(*) FILTER (WHERE t.credential_id = l.credential_id AND t.is_unattended) AS unattended_of_credential,
          count(*) FILTER (WHERE t.command_id = l.command_id AND t.is_unattended) AS unattended_of_command
        FROM taken t) busy
      WHERE coalesce(k.worker_tag, 'default') = ANY (tags)
    ), candidate AS MATERIALIZED (
      SELECT l.*, o.run_id, o.user_id, l.org_id || ' ' || o.user_id AS holder, o.class, o.turn, o.nth, h.*,
        o.source_kind <> ALL (kinds_elsewhere) OR (
          (SELECT count(*) FROM open_run e WHERE e.state = 'elsewhere' AND e.org_id = l.org_id) < elsewhere_limit
          AND (SELECT count(*) FROM open_run e WHERE e.state = 'elsewhere' AND e.user_id = o.user_id) < elsewhere_limit)
          AS may_begin
      FROM line l
      CROSS JOIN LATERAL (
        SELECT w.run_id, w.user_id, w.class, w.turn, w.source_kind,
          row_number() OVER (ORDER BY w.class, w.turn, w.run_id) AS nth
        FROM open_run w
        WHERE w.state = 'waiting' AND w.credential_id = l.credential_id AND w.command_id = l.command_id
          AND (w.look_at IS NULL OR w.look_at <= now())
        ORDER BY w.class, w.turn, w.run_id
        LIMIT greatest(0, least(most, l.of_credential, l.of_command, l.of_leader))) o
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(held) FILTER (WHERE holder.org_id = l.org_id), 0) AS of_org,
          coalesce(sum(held) FILTER (WHERE holder.user_id = o.user_id), 0) AS of_user,
          coalesce(sum(held) FILTER (WHERE holder.org_id = l.org_id AND holder.user_id = o.user_id), 0) AS of_both,
          coalesce(sum(held_here) FILTER (WHERE holder.org_id = l.org_id), 0) AS here_of_org,
          coalesce(sum(held_here) FILTER (WHERE holder.user_id = o.user_id), 0) AS here_of_user
        FROM holder) h
    ), choice AS (
      SELECT 0 AS chosen, '{}'::text[] AS orgs, '{}'::bigint[] AS runs, '{}'::text[] AS users, '{}'::text[] AS holders,
        array_fill(1, ARRAY[(SELECT count(*)::integer FROM line)]) AS heads, '{}'::integer[] AS credentials, '{}'::integer[] AS commands, '{}'::integer[] AS leaders,
        '{}'::integer[] AS unattended_credentials, '{}'::integer[] AS unattended_commands
      UNION ALL
      SELECT chosen + 1, orgs || n.org_id, runs || n.run_id, users || n.user_id, holders || n.holder,
        heads[:n.line_id - 1] || heads[n.line_id] + 1 || heads[n.line_id + 1:],
        credentials || n.credential_id, commands || n.command_id, leaders || n.leader_id,
        CASE WHEN n.class < 3 THEN unattended_credentials ELSE unattended_credentials || n.credential_id END,
        CASE WHEN n.class < 3 THEN unattended_commands ELSE unattended_commands || n.command_id END
      FROM choice CROSS JOIN LATERAL (
        SELECT c.* FROM candidate c CROSS JOIN own CROSS JOIN LATERAL (
          SELECT cardinality(array_positions(orgs, c.org_id)) AS of_org,
            cardinality(array_positions(users, c.user_id)) AS of_user,
            cardinality(array_positions(holders, c.holder)) AS of_both) more
        WHERE c.nth = heads[c.line_id]
          AND cardinality(array_positions(credentials, c.credential_id)) < c.of_credential
          AND cardinality(array_positions(commands, c.command_id)) < c.of_command
          AND (c.of_leader IS NULL OR cardinality(array_positions(leaders, c.leader_id)) < c.of_leader)
          AND c.here_of_org + more.of_org < holder_limit
          AND c.here_of_user + more.of_user < holder_limit
          AND (own.held + chosen < shared_limit
            OR c.of_org + c.of_user - c.of_both + more.of_org + more.of_user - more.of_both
              < greatest(1, shared_limit - holder_limit))
          AND (c.class < 3 OR (own.unattended + cardinality(unattended_credentials) < unattended_limit
            AND cardinality(array_positions(unattended_credentials, c.credential_id)) < c.unattended_of_credential
            AND cardinality(array_positions(unattended_commands, c.command_id)) < c.unattended_of_command))
          AND c.may_begin
        ORDER BY c.class, greatest(c.of_org + more.of_org, c.of_user + more.of_user), c.of_both + more.of_both,
          c.turn, c.run_id
        LIMIT 1) n
      WHERE chosen < most
    )
    SELECT c.orgs, c.runs INTO chosen_orgs, chosen_runs FROM choice c ORDER BY c.chosen DESC LIMIT 1;
  END IF;

  FOR place IN 1..coalesce(cardinality(chosen_runs), 0) LOOP
    -- Always the run first, then its place in line: whoever else changes both does it in this order, too.
    UPDATE run SET status = 'running', started_at = coalesce(started_at, now())
    WHERE org_id = chosen_orgs[place] AND run_id = chosen_runs[place] AND status IN ('starting', 'running');
    IF NOT FOUND THEN
      DELETE FROM open_run WHERE org_id = chosen_orgs[place] AND run_id = chosen_runs[place];
      CONTINUE;
    END IF;
    UPDATE open_run SET worker_id = claimer,
      state = (CASE WHEN source_kind = ANY (kinds_elsewhere) THEN 'beginning' ELSE 'executing' END)::open_run_state
    WHERE org_id = chosen_orgs[place] AND run_id = chosen_runs[place]
    RETURNING news_channel IS NULL INTO is_watched;
    IF is_watched THEN
      PERFORM pg_notify('run_changed', chosen_runs[place]::text);
    END IF;
    claimed_id := chosen_runs[place];
    RETURN NEXT;
  END LOOP;
END $$;

-- Workers of the version before go on with this during an upgrade. They leave what has a tag to those that have it, too.
CREATE OR REPLACE FUNCTION claim_runs(claimer text, places integer, credential_limit integer, command_limit integer,
  holder_limit integer, shared_limit integer, unattended_limit integer, kinds_elsewhere text[], elsewhere_limit integer)
RETURNS SETOF integer LANGUAGE sql AS $$
  SELECT claimed_id::integer FROM claim_from_line(claimer, '{default}', places, credential_limit, command_limit,
    holder_limit, shared_limit, unattended_limit, kinds_elsewhere, elsewhere_limit, false)
$$;
