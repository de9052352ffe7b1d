'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { describeError } from '@/components/ui/feedback/describe-error';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { listCredentials } from '@/lib/contract/sources/credentials';
import {
  updateStaticCommandSource,
  type uploaded,
  uploadOpenapi,
  uploadOpenapiAt,
  uploadPostman,
} from '@/lib/contract/sources/imports';
import { useChosenFiles } from './use-chosen-files';

export type Uploaded = z.output<typeof uploaded>;

/** What can be uploaded, and the words of its panel. */
export const uploadKinds = {
  openapi: {
    operation: uploadOpenapi,
    title: 'OpenAPI / Swagger',
    thing: 'description',
    what: 'API definition files (OpenAPI 2.0, 3.0 or 3.1)',
    accept: '.json,.yml,.yaml,.zip',
    takesFolders: true,
    takesAddress: true,
    failure: 'Error uploading OpenAPI file',
  },
  postman: {
    operation: uploadPostman,
    title: 'a Postman collection',
    thing: 'collection',
    what: 'Collections of version 2.0 or 2.1',
    accept: '.json',
    takesFolders: false,
    takesAddress: false,
    failure: 'Error uploading Postman collection',
  },
} as const;

export type UploadKind = keyof typeof uploadKinds;

/** Whether commands of a file can be chosen right away. */
const isReady = (row: Uploaded): boolean => row.error === null && !row.baseUrlMissing;

/** Uploads files, or one from its address, and tracks their outcomes. A file without problems leads straight to its commands. */
export function useUpload(orgId: string, kind: UploadKind) {
  const panels = useSidePanels();
  const queryClient = useQueryClient();
  const chosen = useChosenFiles(uploadKinds[kind].takesFolders);
  const [address, setAddress] = useState('');
  const [rows, setRows] = useState<Uploaded[]>([]);
  const toCommands = (row: Uploaded) => {
    const { credentialId, staticCommandSourceId } = row;
    if (credentialId !== null) panels.push({ kind: 'sync', credentialId, staticCommandSourceId });
  };

  const upload = useMutation({
    mutationFn: async (given: { address: string } | { filesToSend: () => Promise<File[]> }) => {
      const params = { orgId };
      if ('address' in given)
        return [await callApi(uploadOpenapiAt, { params, body: { url: given.address } })];
      return callApi(uploadKinds[kind].operation, { params, body: {} }, { files: await given.filesToSend() });
    },
    onSuccess: async (answered, given) => {
      const failure = answered[0]?.error ?? null;
      if ('address' in given && failure !== null) return chosen.refuse(failure);
      setRows(answered);
      await queryClient.invalidateQueries({ queryKey: [listCredentials.id] });
      const [only] = answered;
      if (answered.length === 1 && only !== undefined && isReady(only) && only.skipped.length === 0)
        toCommands(only);
    },
  });

  /** Whatever is chosen next, the last failure no longer applies. */
  const afresh =
    <Given extends unknown[]>(choose: (...given: Given) => void) =>
    (...given: Given): void => {
      upload.reset();
      choose(...given);
    };

  return {
    address,
    files: chosen.files,
    isReading: chosen.isReading,
    together: chosen.together,
    problem: chosen.problem ?? (upload.error === null ? null : describeError(upload.error).message),
    rows,
    isUploading: upload.isPending,
    setAddress: afresh((text: string) => {
      chosen.refuse(null);
      setAddress(text);
    }),
    choose: afresh(chosen.choose),
    chooseFolder: afresh(chosen.chooseFolder),
    drop: afresh(chosen.drop),
    setTogether: chosen.setTogether,
    submit: () => {
      if (address.trim() !== '') upload.mutate({ address });
      else if (chosen.files.length === 0) chosen.refuse('Please select a file to upload');
      else upload.mutate({ filesToSend: chosen.filesToSend });
    },
    startAgain: () => {
      void chosen.choose([]);
      setAddress('');
      setRows([]);
    },
    replace: (changed: Uploaded) =>
      setRows((before) => before.map((row) => (row.filename === changed.filename ? changed : row))),
    toCommands,
  };
}

/** Sets the base URL of an uploaded file's API. */
export function useBaseUrl(orgId: string, row: Uploaded, onSaved: (changed: Uploaded) => void) {
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      callApi(updateStaticCommandSource, {
        params: { orgId, sourceId: row.staticCommandSourceId ?? 0 },
        body: { openapiBaseUrl: url.trim() },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [listCredentials.id] });
      onSaved({ ...row, baseUrlMissing: false });
    },
    onError: (error) => setProblem(describeError(error).message),
  });
  return {
    url,
    problem,
    isSaving: save.isPending,
    change: (text: string) => {
      setUrl(text);
      setProblem(null);
    },
    submit: () => {
      if (url.trim() === '') setProblem('You must fill out "Base URL"');
      else save.mutate();
    },
  };
}
