'use client';

import { FileInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '@/lib/runs/format-bytes';
import type { ControlProps } from '../control-props';

/** It is sent as text with a run's values, a third larger than the file. */
const largestBytes = 5_000_000;

/** A file or, for a list, several, each held as a `data:` address with its name; kept neither in the URL nor in a draft. */
export default function FileControl(props: ControlProps) {
  const isList = props.input.type.jsonType === 'array';
  const { id, helpId, isInvalid, onBlur } = props;
  const { held, isReading, problem, choose } = useChosenFiles(props, isList);
  const shared = {
    // The focusable element is a button, which can't be marked as required.
    id,
    'aria-describedby': helpId,
    clearable: true,
    error: problem ?? isInvalid,
    onBlur,
  };
  if (isList) {
    return (
      <FileInput<true>
        {...shared}
        multiple
        placeholder={isReading ? 'Reading…' : 'Choose files…'}
        value={held.map(fileOf)}
        onChange={(files) => void choose(files)}
        clearButtonProps={{ 'aria-label': 'Remove the files' }}
      />
    );
  }
  const [address] = held;
  return (
    <FileInput
      {...shared}
      placeholder={isReading ? 'Reading…' : 'Choose a file…'}
      value={address === undefined ? null : fileOf(address)}
      onChange={(file) => void choose(file === null ? [] : [file])}
      clearButtonProps={{ 'aria-label': 'Remove the file' }}
    />
  );
}

/** The addresses that the value holds, and what takes files in their place. */
function useChosenFiles({ value, onChange }: ControlProps, isList: boolean) {
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const items = Array.isArray(value) ? value : [value];
  const held = items.filter((item): item is string => typeof item === 'string' && item !== '');

  // Files take a while to be read: another choice may have come since, and other parts of the value may have changed.
  const choices = useRef(0);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });

  async function choose(files: readonly File[]): Promise<void> {
    choices.current += 1;
    const choice = choices.current;
    setProblem(null);
    setIsReading(false);
    if (files.length === 0) return onChange(undefined);
    const large = files.find(({ size }) => size > largestBytes);
    if (large !== undefined) {
      const subject = files.length === 1 ? 'The file' : `“${large.name}”`;
      return setProblem(
        `${subject} is larger than ${formatBytes(largestBytes)}, the most that an input takes.`,
      );
    }
    setIsReading(true);
    const addresses = await Promise.all(files.map(dataAddress)).catch(() => null);
    if (choice !== choices.current) return;
    setIsReading(false);
    if (addresses !== null) return change.current(isList ? addresses : addresses[0]);
    setProblem(
      files.length === 1
        ? 'The file could not be read. Choose it again.'
        : 'The files could not be read. Choose them again.',
    );
  }

  return { held, isReading, problem, choose };
}

/** What the control shows of an address: the name of the file, if it came with one. */
function fileOf(address: string): File {
  const name = /^data:[^,]*;name=([^;,]*)/.exec(address)?.[1];
  return new File([], name === undefined ? 'File sent with the values' : decodeURIComponent(name));
}

async function dataAddress(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  // Browsers omit the name, and report a missing type.
  const type = file.type === '' ? 'application/octet-stream' : file.type;
  return `data:${type};name=${encodeURIComponent(file.name)};base64,${address.slice(address.indexOf(',') + 1)}`;
}
