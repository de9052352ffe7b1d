'use client';

import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { dialogsPart } from './dialogs-part';

/** Renders dialogs. They can be opened from anywhere, so it is next to the page, not around it. */
export default function DialogsHost() {
  useEffect(() => dialogsPart.arrived(), []);
  return <ModalsProvider>{null}</ModalsProvider>;
}
