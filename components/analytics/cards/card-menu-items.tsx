'use client';

import { Menu } from '@mantine/core';
import { IconFileTypeCsv, IconPhoto, IconVector } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { saveFile, savePng, saveSvg } from '../chart/save-picture';
import { type FigureTable, figureCsv } from './figure-table';

interface CardMenuItemsProps {
  title: string;
  table: FigureTable;
  /** Null while no chart is shown. */
  picture: RefObject<SVGSVGElement | null> | null;
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Saves what a card shows. */
export default function CardMenuItems({ title, table, picture }: CardMenuItemsProps) {
  const drawing = picture?.current ?? null;
  return (
    <>
      <Menu.Item
        leftSection={<IconFileTypeCsv {...icon} />}
        onClick={() => saveFile(new Blob(['\ufeff', figureCsv(table)], { type: 'text/csv' }), `${title}.csv`)}
      >
        Download CSV
      </Menu.Item>
      {drawing !== null && (
        <>
          <Menu.Item
            leftSection={<IconPhoto {...icon} />}
            onClick={() => {
              savePng(drawing, title).catch(() =>
                toast.danger('This browser could not make the picture. SVG works.'),
              );
            }}
          >
            Download PNG
          </Menu.Item>
          <Menu.Item leftSection={<IconVector {...icon} />} onClick={() => saveSvg(drawing, title)}>
            Download SVG
          </Menu.Item>
        </>
      )}
    </>
  );
}
