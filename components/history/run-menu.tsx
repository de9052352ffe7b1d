'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import Link from 'next/link';
import { toast } from '@/components/ui/toasts';
import { callApi } from '@/lib/api-client';
import { createDownloadLink } from '@/lib/contract/downloads';
import { againAddress, runAddress } from './addresses';
import type { RunSummary } from './use-history';

interface RunMenuProps {
  run: RunSummary;
  org: { orgId: string; slug: string };
}

type Format = 'xlsx' | 'csv' | 'json';

/** A spreadsheet is what people want of a table; several tables come as a CSV each. */
function formatOf({ status, payloadFormat, isDeleted }: RunSummary): Format | null {
  if (status !== 'success' || isDeleted || payloadFormat === null || payloadFormat === 'empty') return null;
  if (payloadFormat === 'json.table.rowwise') return 'xlsx';
  return payloadFormat === 'json.multiset.rowwise' ? 'csv' : 'json';
}

/** What can be done with one run. */
export function RunMenu({ run, org }: RunMenuProps) {
  const format = formatOf(run);
  async function download(wanted: Format): Promise<void> {
    try {
      const params = { orgId: org.orgId, runId: run.runId, format: wanted };
      const { url } = await callApi(createDownloadLink, { params });
      window.location.assign(url);
    } catch {
      toast.danger('Error trying to download!');
    }
  }
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for run ${run.runId} of ${run.name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          href={runAddress(org.slug, run)}
          leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
        >
          Open the run
        </Menu.Item>
        <Menu.Item
          component={Link}
          href={againAddress(org.slug, run)}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        >
          Open in builder with these values
        </Menu.Item>
        {format === null ? (
          <Menu.Item disabled leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}>
            No download options available for this run
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => void download(format)}
          >
            Download {format.toUpperCase()}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
