'use client';

import { Menu, UnstyledButton } from '@mantine/core';
import { IconBell, IconBellRinging, IconChecks } from '@tabler/icons-react';
import Link from 'next/link';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { Moment } from '@/components/ui/text/moment';
import type { FrameOrg } from '../frame-props';
import styles from './bell.module.css';
import { pathOf, wordsOf } from './notification-words';
import { useBrowserNotifications, useBrowserPermission } from './use-browser-notifications';
import { useMarkRead, useNotifications } from './use-notifications';
import { useReadHere } from './use-read-here';

/** What waits for the person, and what happened while they were away. */
export default function Bell({ org }: { org: FrameOrg }) {
  const { data, isError } = useNotifications(org.orgId);
  const markRead = useMarkRead(org.orgId);
  const { canAsk, ask } = useBrowserPermission();
  useBrowserNotifications(data?.notifications);
  useReadHere(data?.notifications, org.slug, markRead.mutate);
  const unread = data?.unreadCount ?? 0;
  const list = data?.notifications ?? [];
  return (
    <Menu position="bottom-end" width={400} middlewares={{}} keepMounted={false}>
      <Menu.Target>
        <UnstyledButton
          className={styles.button}
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        >
          <IconBell size={18} stroke={1.75} aria-hidden />
          {unread > 0 && (
            <span className={styles.count} aria-hidden>
              {unread > 9 ? '9+' : unread}
            </span>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        <Menu.Label className={styles.title}>Notifications</Menu.Label>
        {list.length === 0 && (
          <EmptyLine>
            {isError
              ? 'Your notifications could not be loaded.'
              : data === undefined
                ? 'Loading…'
                : 'Nothing waits for you.'}
          </EmptyLine>
        )}
        {list.map((notification) => (
          <Menu.Item
            key={notification.notificationId}
            component={Link}
            href={pathOf(org.slug, notification)}
            className={styles.item}
            data-unread={!notification.isRead || undefined}
            onClick={() => {
              if (!notification.isRead) markRead.mutate([notification.notificationId]);
            }}
          >
            <span className={styles.words}>
              {!notification.isRead && <span className={styles.dot} role="img" aria-label="Unread" />}
              {wordsOf(notification)}
            </span>
            <span className={styles.time}>
              <Moment at={notification.createdAt} as="ago" />
            </span>
          </Menu.Item>
        ))}
        {(unread > 0 || canAsk) && <Menu.Divider />}
        {unread > 0 && (
          <Menu.Item
            closeMenuOnClick={false}
            leftSection={<IconChecks size={16} stroke={1.75} aria-hidden />}
            onClick={() => markRead.mutate(undefined)}
          >
            Mark all as read
          </Menu.Item>
        )}
        {canAsk && (
          <Menu.Item leftSection={<IconBellRinging size={16} stroke={1.75} aria-hidden />} onClick={ask}>
            Show them in this browser
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
