import statement from 'sql-template-tag';

/** SHA-256 of what the run `r` executes, by its definition `d`, and with which values. */
export const RUN_DIGEST = statement`sha256(d.hash || sha256(convert_to(coalesce(r.params, ''), 'UTF8'))
  || sha256(convert_to(coalesce(r.sent_values, ''), 'UTF8')) || sha256(coalesce(r.sealed_values, '')))`;

/** The request for approval `a` of the run `r`; null columns for a run that needs none. */
export const APPROVAL_JOIN = statement`
  left join approval_run ar on ar.org_id = r.org_id and ar.run_id = r.run_id
  left join approval_request a on a.org_id = ar.org_id and a.approval_id = ar.approval_id`;
