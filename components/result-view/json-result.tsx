'use client';

import { type ReactNode, useMemo } from 'react';
import { below } from '@/lib/outputs/field-paths';
import { type ObjectRows, objectRows } from '@/lib/runs/object-rows';
import { JsonTree } from './json-tree';
import { useOutputSettings } from './output-settings';
import type { PayloadProps } from './payload';
import styles from './result.module.css';
import { useTableWays } from './table-views';
import { type ResultWay, ViewSwitch } from './view-switch';

/** JSON as a tree, and as a table or a chart if it is a list of objects. */
export default function JsonResult({ payload, commandId }: PayloadProps) {
  const rows = useMemo(() => objectRows(payload), [payload]);
  const source = useMemo(() => ({ kind: 'field' as const, listPath: listPathOf(rows) }), [rows]);
  const ofTable = useTableWays(rows?.table ?? null, 'Result', source).map(({ name, draw }) => ({
    name,
    draw: (lead: ReactNode) => (
      <>
        {draw(lead)}
        <AboutRows rows={rows} />
      </>
    ),
  }));
  const tree: ResultWay = {
    name: 'JSON',
    draw: (lead) => <JsonTree value={payload} label="Result as JSON" lead={lead} />,
  };
  const { isChartFirst } = useOutputSettings();
  const isTableFirst = rows?.isTableFirst === true || isChartFirst;
  const ways = isTableFirst ? [...ofTable, tree] : [tree, ...ofTable];
  return <ViewSwitch commandId={commandId} ways={ways} />;
}

const listPathOf = (rows: ObjectRows | null): string =>
  rows === null || rows.key === null ? '' : below('', rows.key);

/** Which part of the response the rows come from, if not all of it. */
function AboutRows({ rows }: { rows: ObjectRows | null }) {
  if (rows === null || rows.key === null) return null;
  return (
    <p className={styles.about}>
      The list under <b>{rows.key}</b>.{rows.others.length > 0 && ` Also in JSON: ${rows.others.join(', ')}.`}
    </p>
  );
}
