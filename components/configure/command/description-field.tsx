'use client';

import { SegmentedControl, Textarea } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import styles from './description-field.module.css';

const Markdown = dynamic(() => import('@/components/ui/text/markdown'), { ssr: false });

interface DescriptionFieldProps {
  value: string;
  /** The text above the form if the command has no description of its own. */
  fallback: string | null;
  onChange: (value: string) => void;
}

/** The description in markdown, with a preview of what runners will see. */
export function DescriptionField({ value, fallback, onChange }: DescriptionFieldProps) {
  const id = useId();
  const [isPreview, setPreview] = useState(false);
  const shown = value.trim() === '' ? (fallback ?? '') : value;
  return (
    <div>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          Description
        </label>
        <SegmentedControl
          size="xs"
          aria-label="Description: write or preview"
          data={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
          value={isPreview ? 'preview' : 'write'}
          onChange={(next) => setPreview(next === 'preview')}
        />
      </div>
      {isPreview ? (
        <section className={styles.preview} aria-label="Preview of the description">
          {shown === '' ? <p className={styles.none}>Nothing to show yet.</p> : <Markdown>{shown}</Markdown>}
        </section>
      ) : (
        <Textarea
          id={id}
          aria-describedby={`${id}-help`}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={20_000}
          placeholder={fallback ?? undefined}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <p id={`${id}-help`} className={styles.help}>
        Shown above the form. Markdown is supported.
      </p>
    </div>
  );
}
