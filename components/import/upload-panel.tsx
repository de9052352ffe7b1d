'use client';

import { Button, FileInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { DropArea } from './drop-area';
import styles from './upload-panel.module.css';
import { UploadedFile } from './uploaded-file';
import { type UploadKind, uploadKinds, useUpload } from './use-upload';

/** Uploads API descriptions: choose files, enter the API's address if they don't contain it, then choose commands. */
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
        <DropArea isEnabled={!isUploading} onDrop={choose}>
          <FileInput
            multiple
            clearable
            label="Files"
            description={`One or more files (${accept.replaceAll(',', ', ')}), 50 MB in total`}
            placeholder="Choose files, or drop them here"
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
              ? 'Reading… Large descriptions take a few seconds.'
              : 'Uploading a description again updates the commands you already have. It is recognized by its title and server.'}
          </p>
        </DropArea>
      )}
    </SidePanel>
  );
}
