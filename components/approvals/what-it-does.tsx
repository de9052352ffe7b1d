import { Spoiler } from '@mantine/core';
import dynamic from 'next/dynamic';
import { servedPart } from '@/components/ui/loading/served-part';
import styles from './approvals.module.css';
import type { Approval } from './use-approvals';

const Markdown = servedPart(
  dynamic(() => import('@/components/ui/text/markdown')),
  () => import('@/components/ui/text/markdown'),
);

/** Two lines of a description; the rest on request. */
const FOLDED_PX = 44;

/** What the command of a request does, in the words of its engineers or its source. */
export function WhatItDoes({ approval: { description } }: { approval: Approval }) {
  if (description === null || description.trim() === '') return null;
  return (
    <Spoiler
      className={styles.description}
      maxHeight={FOLDED_PX}
      showLabel="Show the whole description"
      hideLabel="Show less"
    >
      <Markdown>{description}</Markdown>
    </Spoiler>
  );
}
