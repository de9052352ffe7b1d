'use client';

import { memo } from 'react';
import type { Command } from '@/components/configure/panel/use-configure';
import { useDraftInputs } from '../draft-inputs';
import { FormPreview } from './form-preview';

interface DraftPreviewProps {
  command: Command;
  /** The input that is being edited. */
  currentKey?: string;
}

/** The form with all changes that aren't saved yet. Only this follows them all, and not the panel that shows it. */
export const DraftPreview = memo(function DraftPreview({ command, ...others }: DraftPreviewProps) {
  return <FormPreview command={command} inputs={useDraftInputs(command)} {...others} />;
});
