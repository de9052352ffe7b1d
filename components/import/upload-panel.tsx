'use client';

import { Button, Checkbox, FileButton, FileInput } from '@mantine/core';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { DropArea } from './drop-area';
import styles from './upload-panel.module.css';
import { UploadedFile } from './uploaded-file';
import { type UploadKind, uploadKinds, useUpload } from './use-upload';

/** Makes a file input choose a folder; the types don't know the attribute. */
const folderInput = { webkitdirectory: '', 'aria-label': 'Folder' };

/** Uploads API descriptions: choose files, enter the API's address if they don't contain it, then choose commands. */
export function UploadPanel({ orgId, kind }: { orgId: string; kind: UploadKind }) {
  const { title, what, accept, takesFolders, failure } = uploadKinds[kind];
  const panels = useSidePanels();
  const upload = useUpload(orgId, kind);
  const resetFolder = useRef<() => void>(null);
  const { files, together, problem, rows, isUploading, choose, submit, startAgain, replace, toCommands } =
    upload;
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
            loading={isUploading || upload.isReading}
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
        <DropArea isEnabled={!isUploading && !upload.isReading} onDrop={upload.drop}>
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
          {takesFolders && (
            <FileButton
              multiple
              onChange={(chosen) => {
                // The same folder can be chosen again.
                resetFolder.current?.();
                upload.chooseFolder(chosen);
              }}
              resetRef={resetFolder}
              inputProps={folderInput}
              disabled={isUploading}
            >
              {({ onClick }) => (
                <Button
                  variant="default"
                  size="xs"
                  className={styles.folder}
                  leftSection={<IconFolder size={16} stroke={1.75} aria-hidden />}
                  disabled={isUploading}
                  onClick={onClick}
                >
                  Choose a folder
                </Button>
              )}
            </FileButton>
          )}
          {together !== null && (
            <Checkbox
              label="These files are one description"
              description="References lead from one file to another. Otherwise, each is a description of its own."
              checked={together}
              disabled={isUploading}
              onChange={(event) => upload.setTogether(event.currentTarget.checked)}
            />
          )}
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
