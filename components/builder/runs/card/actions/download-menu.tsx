'use client';

import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ChosenRows, useChosenRows } from '@/components/result-view/look/use-chosen-rows';
import type { Run } from '@/components/run-stream/use-run';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { createDownloadLink, type DownloadFormat, downloadFormat } from '@/lib/contract/results/downloads';
import { objectRows } from '@/lib/results/table/object-rows';

const names: Record<DownloadFormat, string> = {
  csv: 'CSV',
  xlsx: 'Excel',
  json: 'JSON',
  txt: 'Text',
  file: 'File',
};

/** What to download: all of a result, unless rows and columns of it were chosen. */
interface Wanted {
  format: DownloadFormat;
  query?: ChosenRows['query'];
}

/**
 * The result as a file: the whole one, or what the person sees of its table, if that differs. Renders nothing if the
 * result can't be a file.
 */
export function DownloadMenu({ run, isNarrow }: { run: Run; isNarrow: boolean }) {
  const { orgId, runId, isTruncated } = run;
  const download = useMutation({
    mutationFn: ({ format, query = {} }: Wanted) =>
      callApi(createDownloadLink, { params: { orgId, runId, format }, query }),
    // The link returns an attachment, so the page stays.
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast.danger(`Error trying to download! ${describeError(error).message}`),
  });
  const formats = useMemo(() => formatsOf(run), [run]);
  const chosen = useChosenRows(run);
  const [first, ...others] = formats;
  if (first === undefined) return null;
  const label = (format: DownloadFormat) => (isTruncated ? `${names[format]} (full dataset)` : names[format]);
  if (chosen !== null || (isNarrow && others.length > 0)) {
    return (
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            h={32}
            px={8}
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
            loading={download.isPending}
          >
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {chosen !== null && (
            <>
              <Menu.Label>{chosen.shownWords}</Menu.Label>
              {TABLES.map((format) => (
                <Menu.Item
                  key={format}
                  aria-label={`${chosen.shownWords} as ${names[format]}`}
                  onClick={() => download.mutate({ format, query: chosen.query })}
                >
                  {names[format]}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Label>{chosen.allWords}</Menu.Label>
            </>
          )}
          {formats.map((format) => (
            <Menu.Item
              key={format}
              aria-label={
                chosen === null ? `Download as ${label(format)}` : `${chosen.allWords} as ${names[format]}`
              }
              onClick={() => download.mutate({ format })}
            >
              {chosen === null ? label(format) : names[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    );
  }
  return (
    <Button.Group>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        h={32}
        px={8}
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        loading={download.isPending}
        aria-label={`Download as ${label(first)}`}
        onClick={() => download.mutate({ format: first })}
      >
        {label(first)}
      </Button>
      {others.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="subtle" color="gray" size="compact-sm" h={32} px={4} aria-label="Other formats">
              <IconChevronDown size={14} stroke={1.75} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((format) => (
              <Menu.Item key={format} onClick={() => download.mutate({ format })}>
                {label(format)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  );
}

/** The formats that the server offers, and those of tables for a document with a list; none for a result that isn't there. */
function formatsOf({ extensions, payload, payloadFormat }: Run): DownloadFormat[] {
  const offered = (extensions ?? '').split(',').flatMap((each) => downloadFormat.safeParse(each).data ?? []);
  const isDocument = payloadFormat === 'json' || payloadFormat === 'single_value';
  const list = isDocument && offered.length > 0 ? objectRows(payload) : null;
  if (list === null) return offered;
  return list.isTableFirst ? [...TABLES, ...offered] : [...offered, ...TABLES];
}

const TABLES: readonly DownloadFormat[] = ['csv', 'xlsx'];
