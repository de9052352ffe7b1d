'use client';

import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './drop-area.module.css';

interface DropAreaProps {
  isEnabled: boolean;
  onDrop: (transfer: DataTransfer) => void;
  children: ReactNode;
}

/** Accepts files and folders dropped anywhere on it. The field inside is for keyboard users. */
export function DropArea({ isEnabled, onDrop, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const take = (event: DragEvent): boolean => {
    if (!isEnabled || !event.dataTransfer.types.includes('Files')) return false;
    event.preventDefault();
    return true;
  };
  return (
    <fieldset
      className={styles.area}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (take(event)) setOver(true);
      }}
      onDragLeave={(event) => {
        const goesTo = event.relatedTarget;
        if (!(goesTo instanceof Node) || !event.currentTarget.contains(goesTo)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (take(event) && event.dataTransfer.files.length > 0) onDrop(event.dataTransfer);
      }}
    >
      {children}
    </fieldset>
  );
}
