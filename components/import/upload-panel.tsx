'use client';

import { Button, Checkbox, FileButton, FileInput, TextInput } from '@mantine/core';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { DropArea } from './drop-area';
import area from './drop-area.module.css';
import styles from './upload-panel.module.css';
import { UploadedFile } from './uploaded-file';
import { type Uploaded, type UploadKind, uploadKinds, useUpload } from './use-upload';

/** Makes a file input choose a folder; the types don't know the attribute. */
const folderInput = { webkitdirectory: '', 'aria-label': 'Folder' };

/** Uploads API descriptions: choose files or enter where one is, say where the API is if they don't, then choose commands. */
export function UploadPanel({ orgId, kind }: { orgId: string; kind: UploadKind }) {
  const { title, thing, what, accept, takesFolders, takesAddress, failure } = uploadKinds[kind];
  const panels = useSidePanels();
  const upload = useUpload(orgId, kind);
  const resetFolder = useRef<() => void>(null);
  const { address, files, together, problem, rows, isUploading, choose, submit, startAgain } = upload;
  const isByAddress = address.trim() !== '';
  const isDone = rows.length > 0;
  return (
    <SidePanel
      title={`Add from ${title}`}
      context={isDone ? outcomeOf(rows) : what}
      footer={
        isDone ? (
          <>
            <Button variant="default" onClick={startAgain}>
              Upload more
            </Button>
            <Button onClick={panels.closeAll}>Done</Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={panels.pop}>
              Cancel
            </Button>
            <Button loading={isUploading || upload.isReading} onClick={submit}>
              {isByAddress ? 'Fetch' : 'Upload'}
            </Button>
          </>
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
              onChange={upload.replace}
              onChoose={() => upload.toCommands(row)}
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
            placeholder={
              <>
                <span className={area.withMouse}>Drop files here, or choose them</span>
                <span className={area.withFinger}>Choose files</span>
              </>
            }
            classNames={{ input: area.files }}
            leftSection={<IconUpload size={20} stroke={1.75} aria-hidden />}
            accept={accept}
            value={files}
            onChange={choose}
            error={isByAddress ? undefined : problem}
            disabled={isUploading || isByAddress}
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
              disabled={isUploading || isByAddress}
            >
              {({ onClick }) => (
                <Button
                  variant="default"
                  size="xs"
                  className={styles.folder}
                  leftSection={<IconFolder size={16} stroke={1.75} aria-hidden />}
                  disabled={isUploading || isByAddress}
                  onClick={onClick}
                >
                  Choose a folder
                </Button>
              )}
            </FileButton>
          )}
          {takesAddress && (
            <TextInput
              label="Or a URL"
              placeholder="https://api.example.com/openapi.json"
              inputMode="url"
              spellCheck={false}
              value={address}
              error={isByAddress ? problem : undefined}
              disabled={isUploading || files.length > 0}
              onChange={(event) => upload.setAddress(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && isByAddress) submit();
              }}
            />
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
          {problem !== null && (files.length > 0 || isByAddress) && (
            <p className={styles.failure}>{failure}</p>
          )}
          <p className={styles.hint} role="status">
            {isUploading
              ? 'Reading… Large descriptions take a few seconds.'
              : `Uploading a ${thing} again updates the commands you already have. It is recognized by its title and server.`}
          </p>
        </DropArea>
      )}
    </SidePanel>
  );
}

function outcomeOf(rows: readonly Uploaded[]): string {
  if (rows.length === 1) return 'Uploaded';
  return `${rows.filter(({ error }) => error === null).length} of ${rows.length} files read`;
}
