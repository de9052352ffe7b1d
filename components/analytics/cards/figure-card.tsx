'use client';

import { ActionIcon, SegmentedControl, Skeleton, Tooltip } from '@mantine/core';
import { IconChartBar, IconDots, IconInfoCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import styles from './figure-card.module.css';
import type { FigureTable } from './figure-table';
import { TableOfFigures } from './table-of-figures';

const menuItems = fetchedPart(() => import('./card-menu-items'));

export interface FigureCardProps<Data> {
  title: string;
  /** What the numbers count. */
  definition: string;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData'> & {
    refetch: () => unknown;
  };
  isEmpty: (data: Data) => boolean;
  empty: { title: string; text: string };
  tableOf: (data: Data) => FigureTable;
  /** Without it, the card has only its table. */
  drawChart?: (data: Data, picture: Ref<SVGSVGElement>) => ReactNode;
  /** What else is chosen for this figure alone. */
  choice?: ReactNode;
  /** The page of the table, if the address keeps it. */
  paging?: { page: number; onTurn: (page: number) => void };
}

/** A figure of the page: as a chart, as a table, as a picture, and as a file. */
export function FigureCard<Data>(props: FigureCardProps<Data>) {
  const { title, definition, query, isEmpty, empty, tableOf, drawChart, choice, paging } = props;
  const headingId = useId();
  const picture = useRef<SVGSVGElement>(null);
  const [view, setView] = useState<'chart' | 'table'>(drawChart === undefined ? 'table' : 'chart');
  const [ownPage, setOwnPage] = useState(0);
  const table = query.data === undefined || isEmpty(query.data) ? null : tableOf(query.data);
  return (
    <section className={styles.card} aria-labelledby={headingId} aria-busy={query.isPlaceholderData}>
      <header className={styles.head}>
        <h2 id={headingId} className={styles.title}>
          {title}
        </h2>
        <Tooltip label={definition} multiline w={300} events={{ hover: true, focus: true, touch: true }}>
          <button type="button" className={styles.info} aria-label={`What ${title} counts: ${definition}`}>
            <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          </button>
        </Tooltip>
        <div className={styles.tools}>
          {choice}
          {drawChart !== undefined && (
            <SegmentedControl
              size="xs"
              aria-label={`How ${title} is shown`}
              data={[
                { value: 'chart', label: 'Chart' },
                { value: 'table', label: 'Table' },
              ]}
              value={view}
              onChange={(value) => setView(value === 'table' ? 'table' : 'chart')}
            />
          )}
          {table !== null && (
            <MenuOnDemand
              width={180}
              items={menuItems}
              itemProps={{
                title,
                table,
                picture: drawChart !== undefined && view === 'chart' ? picture : null,
              }}
              target={
                <ActionIcon aria-label={`Save ${title}`}>
                  <IconDots size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              }
            />
          )}
        </div>
      </header>
      <QueryState
        query={query}
        loading={<Skeleton height={240} radius="md" aria-hidden />}
        isEmpty={isEmpty}
        empty={
          <EmptyNotice icon={<IconChartBar size={22} stroke={1.75} />} title={empty.title}>
            {empty.text}
          </EmptyNotice>
        }
      >
        {(data) =>
          view === 'chart' && drawChart !== undefined ? (
            drawChart(data, picture)
          ) : (
            <TableOfFigures
              label={title}
              table={tableOf(data)}
              page={paging?.page ?? ownPage}
              onTurn={paging?.onTurn ?? setOwnPage}
            />
          )
        }
      </QueryState>
    </section>
  );
}
