-- The months of what was counted before.
INSERT INTO command_figure (org_id, span, slot_at, command_id, template_id, trigger, outcome, runs)
  SELECT org_id, 'month'::figure_span, date_trunc('month', slot_at, 'UTC'), command_id, template_id, trigger, outcome, sum(runs)
  FROM command_figure WHERE span = 'day' GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4;
INSERT INTO person_figure (org_id, span, slot_at, user_id, trigger, outcome, runs)
  SELECT org_id, 'month'::figure_span, date_trunc('month', slot_at, 'UTC'), user_id, trigger, outcome, sum(runs)
  FROM person_figure WHERE span = 'day' GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4;
INSERT INTO command_time (org_id, span, slot_at, command_id, bucket, taken, waited)
  SELECT org_id, 'month'::figure_span, date_trunc('month', slot_at, 'UTC'), command_id, bucket, sum(taken), sum(waited)
  FROM command_time WHERE span = 'day' GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4;
INSERT INTO org_figure (org_id, span, slot_at, trigger, outcome, runs)
  SELECT org_id, 'month'::figure_span, date_trunc('month', slot_at, 'UTC'), trigger, outcome, sum(runs)
  FROM org_figure WHERE span = 'day' GROUP BY 1, 2, 3, 4, 5;
INSERT INTO org_time (org_id, span, slot_at, bucket, taken, waited)
  SELECT org_id, 'month'::figure_span, date_trunc('month', slot_at, 'UTC'), bucket, sum(taken), sum(waited)
  FROM org_time WHERE span = 'day' GROUP BY 1, 2, 3, 4;
