'use client';

import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { dialogsPart } from './dialogs-part';

/** Where dialogs are drawn. They are opened from anywhere, so it stands beside the page, not around it. */
export default function DialogsHost() {
  useEffect(() => dialogsPart.arrived(), []);
  return <ModalsProvider>{null}</ModalsProvider>;
}
