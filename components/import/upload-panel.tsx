'use client';

import { Button, FileInput, Stack } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { SidePanel } from '@/components/ui/side-panels/side-panel';
import { useSidePanels } from '@/components/ui/side-panels/use-side-panels';
import styles from './upload-panel.module.css';
import { UploadedFile } from './uploaded-file';
import { type UploadKind, uploadKinds, useUpload } from './use-upload';

/** Uploads API descriptions: choose files, say where the API is if they do not, then choose commands of them. */
export function UploadPanel({ orgId, kind }: { orgId: string; kind: UploadKind }) {
  const { title, what, accept, failure } = uploadKinds[kind];
  const panels = useSidePanels();
  const { files, problem, rows, isUploading, choose, submit, startAgain, replace, toCommands } = useUpload(
    orgId,
    kind,
  );
  const isDone = rows.length > 0;
  return (
    <SidePanel
      title={`Add from ${title}`}
      context={isDone ? 'Uploaded' : what}
      footer={
        isDone ? (
          <>
            <Button variant="default" onClick={startAgain}>
              Upload more
            </Button>
            <Button onClick={panels.closeAll}>Done</Button>
          </>
        ) : (
          <Button
            leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            loading={isUploading}
            onClick={submit}
          >
            Upload
          </Button>
        )
      }
    >
      {isDone ? (
        <ul className={styles.files}>
          {rows.map((row) => (
            <UploadedFile
              key={row.filename}
              orgId={orgId}
              row={row}
              onChange={replace}
              onChoose={() => toCommands(row)}
            />
          ))}
        </ul>
      ) : (
        <Stack gap="md">
          <FileInput
            multiple
            clearable
            label="Files"
            description={`Several at once may be chosen (${accept.replaceAll(',', ', ')}); 50 MB together`}
            placeholder="Choose files…"
            accept={accept}
            value={files}
            onChange={choose}
            error={problem === null ? undefined : problem}
            disabled={isUploading}
            data-autofocus
          />
          {problem !== null && files.length > 0 && <p className={styles.failure}>{failure}</p>}
          <p className={styles.hint} role="status">
            {isUploading
              ? 'Reading… A large description takes some seconds.'
              : 'A description that was uploaded before is recognised by its title and server: its commands are compared, not added twice.'}
          </p>
        </Stack>
      )}
    </SidePanel>
  );
}
