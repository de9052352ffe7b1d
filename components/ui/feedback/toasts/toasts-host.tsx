'use client';

import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import styles from './toasts.module.css';
import { toastsPart } from './toasts-part';

/** Renders toasts. */
export default function ToastsHost() {
  useEffect(() => toastsPart.arrived(), []);
  return (
    <Notifications
      position="top-right"
      autoClose={4000}
      limit={5}
      containerWidth={380}
      classNames={{ root: styles.host }}
    />
  );
}
