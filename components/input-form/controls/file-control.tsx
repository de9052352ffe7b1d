'use client';

import { FileInput } from '@mantine/core';
import { useState } from 'react';
import { formatBytes } from '@/lib/runs/format-bytes';
import type { ControlProps } from '../control-props';

/** It is sent as text with a run's values, a third larger than the file. */
const largestBytes = 5_000_000;

/** A file, held as a `data:` address with its name; kept neither in the URL nor in a draft. */
export default function FileControl(props: ControlProps) {
  const { id, helpId, value, isInvalid, onChange, onBlur } = props;
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function choose(file: File | null): Promise<void> {
    setProblem(null);
    if (file === null) return onChange(undefined);
    if (file.size > largestBytes) {
      return setProblem(
        `The file is larger than ${formatBytes(largestBytes)}, the most that an input takes.`,
      );
    }
    setIsReading(true);
    try {
      onChange(await dataAddress(file));
    } catch {
      setProblem('The file could not be read. Choose it again.');
    } finally {
      setIsReading(false);
    }
  }

  return (
    <FileInput
      // The focusable element is a button, which can't be marked as required.
      id={id}
      aria-describedby={helpId}
      clearable
      error={problem ?? isInvalid}
      placeholder={isReading ? 'Reading…' : placeholderFor(value)}
      value={fileOf(value)}
      onChange={(file) => void choose(file)}
      onBlur={onBlur}
      clearButtonProps={{ 'aria-label': 'Remove the file' }}
    />
  );
}

function placeholderFor(value: ControlProps['value']): string {
  return typeof value === 'string' && value !== '' ? 'File sent with the values' : 'Choose a file…';
}

/** What the control shows of a value: its name. */
function fileOf(value: ControlProps['value']): File | null {
  const name = typeof value === 'string' ? /^data:[^,]*;name=([^;,]*)/.exec(value)?.[1] : undefined;
  return name === undefined ? null : new File([], decodeURIComponent(name));
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
