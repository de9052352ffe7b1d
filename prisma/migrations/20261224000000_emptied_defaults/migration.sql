-- A run sends what the form opens with for an input that its values don't mention. What was saved before didn't, and goes
-- on as it was: an optional input without a value becomes one that was emptied. A required one has never run without.

-- Secrets are never filled in. An input that offers an empty option has no notation for emptied; its saved values stay as
-- they are.
with filled_in as (
  select i.org_id, i.command_id, i.input_id
  from command_input i
  join template_input t on t.org_id = i.org_id and t.template_input_id = i.template_input_id
  where i.use_default_value and coalesce(i.default_value, 'null') not in ('null', '{"is_set": true}')
    and i.sealed_default is null and i.unsealed_default is null
    and i.default_ambiguous_input <> 'required'
    and not i.hidden and not i.locked and i.variable is null
    and not coalesce(t.type -> 'options' ? '', false)
), of_jobs as (
  insert into scheduled_job_input (org_id, scheduled_job_id, input_id, value)
  select j.org_id, j.scheduled_job_id, f.input_id, '""'
  from scheduled_job j
  join filled_in f on f.org_id = j.org_id and f.command_id = j.command_id
  on conflict (scheduled_job_id, input_id) do nothing
), of_auto_runs as (
  insert into scheduled_auto_run_input (org_id, scheduled_auto_run_id, input_id, value)
  select a.org_id, a.scheduled_auto_run_id, f.input_id, '""'
  from scheduled_auto_run a
  join filled_in f on f.org_id = a.org_id and f.command_id = a.target_command_id
  on conflict (scheduled_auto_run_id, input_id) do nothing
)
insert into webhook_input (org_id, webhook_id, input_id, value)
select w.org_id, w.webhook_id, f.input_id, '""'
from webhook w
join filled_in f on f.org_id = w.org_id and f.command_id = w.command_id
on conflict (webhook_id, input_id) do nothing;
