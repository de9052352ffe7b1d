'use client';

import { NativeSelect, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { Moment } from '@/components/ui/text/moment';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { BodyOf, ResponseOf } from '@/lib/contract/operation';
import { DIGEST_OF, readJobDigest, updateJobDigest } from '@/lib/contract/schedules/job-digest';
import view from '../account-view.module.css';
import styles from './digest-section.module.css';

interface DigestOrg {
  orgId: string;
  name: string;
}

/** A daily mail about scheduled jobs, for each organization that the person wants one for. */
export function DigestSection({ orgs }: { orgs: readonly DigestOrg[] }) {
  return (
    <section aria-label="Mail">
      <div className={view.bar}>
        <p className={view.about}>
          A daily summary of scheduled jobs: which failed, were skipped, or work again, and when they run
          next. On days with nothing to report, you get no mail.
        </p>
      </div>
      {orgs.map((org) => (
        <OrgDigest key={org.orgId} org={org} />
      ))}
    </section>
  );
}

type Digest = ResponseOf<typeof readJobDigest>;

function OrgDigest({ org: { orgId, name } }: { org: DigestOrg }) {
  const input = { params: { orgId } };
  const digest = useQuery({
    queryKey: queryKey(readJobDigest, input),
    queryFn: ({ signal }) => callApi(readJobDigest, input, { signal }),
  });
  return (
    <QueryState query={digest} loading={<ListSkeleton />}>
      {(saved) => <DigestForm orgId={orgId} name={name} saved={saved} />}
    </QueryState>
  );
}

const whichWords = { owned: 'Jobs that run as me', configured: 'All jobs that I can change' } as const;
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

function DigestForm({ orgId, name, saved }: { orgId: string; name: string; saved: Digest }) {
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: (body: BodyOf<typeof updateJobDigest>) =>
      callApi(updateJobDigest, { params: { orgId }, body }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(queryKey(readJobDigest, { params: { orgId } }), changed);
      toast.success(changed.isOn ? 'You get a daily summary' : 'You get no daily summary');
    },
  });
  const { isOn, which, hour, timezone, nextAt } = saved;
  // The first time, the browser knows the person's clocks better than the server does.
  const zone = isOn ? timezone : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const change = (changes: Partial<BodyOf<typeof updateJobDigest>>) =>
    update.mutate({ isOn, which, hour, timezone: zone, ...changes });
  return (
    <fieldset className={styles.org} disabled={update.isPending}>
      <legend>{name}</legend>
      <Switch
        label="Send me a daily summary"
        checked={isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      {isOn && (
        <div className={styles.fields}>
          <NativeSelect
            label="About"
            data={DIGEST_OF.map((value) => ({ value, label: whichWords[value] }))}
            value={which}
            onChange={(event) =>
              change({ which: DIGEST_OF.find((each) => each === event.currentTarget.value) ?? 'owned' })
            }
          />
          <NativeSelect
            label={`At (${timezone})`}
            data={hours}
            value={String(hour)}
            onChange={(event) => change({ hour: Number(event.currentTarget.value) })}
          />
          {nextAt !== null && (
            <p className={styles.quiet}>
              Next <Moment at={nextAt} as="short" />
            </p>
          )}
        </div>
      )}
      {update.error !== null && <ErrorNotice error={update.error} />}
    </fieldset>
  );
}
