'use client';

import { type ReactNode, useMemo } from 'react';
import type { JsonValue } from '@/lib/base/json';
import { below } from '@/lib/outputs/json-path';
import { type ObjectRows, objectRows } from '@/lib/results/table/object-rows';
import { FollowUpButtons } from '../follow-ups/follow-up-buttons';
import followUpStyles from '../follow-ups/follow-up-buttons.module.css';
import { type FollowUpsOn, type RowFollowUps, useObjectFollowUps } from '../follow-ups/follow-ups';
import { useOutputSettings } from '../output-settings';
import type { PayloadProps } from '../payload';
import styles from '../result.module.css';
import { useTableWays } from '../table/table-views';
import { type ResultWay, ViewSwitch } from '../table/view-switch';
import { JsonTree } from './json-tree';

/** JSON as a tree, and as a table or a chart if it is a list of objects. */
export default function JsonResult({ payload, commandId }: PayloadProps) {
  const rows = useMemo(() => objectRows(payload), [payload]);
  const source = useMemo(() => ({ kind: 'field' as const, listPath: listPathOf(rows) }), [rows]);
  const buttonsOf = useObjectFollowUps(payload);
  const objects = useMemo(() => objectButtons(rows, buttonsOf), [rows, buttonsOf]);
  const ofTable = useTableWays(rows?.table ?? null, 'Result', source, objects).map(({ name, draw }) => ({
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
    draw: (lead) => (
      <JsonTree value={payload} label="Result as JSON" lead={lead} isResult buttonsOf={buttonsOf} />
    ),
  };
  const { isChartFirst } = useOutputSettings();
  const isTableFirst = rows?.isTableFirst === true || isChartFirst;
  const ways = isTableFirst ? [...ofTable, tree] : [tree, ...ofTable];
  const ofDocument = buttonsOf(payload);
  return (
    <>
      {ofDocument.count > 0 && (
        <div className={followUpStyles.bar}>
          <FollowUpButtons followUps={ofDocument} about="this result" mostShown={3} />
        </div>
      )}
      <ViewSwitch commandId={commandId} source={source} ways={ways} />
    </>
  );
}

/** The buttons of each row of a table of objects; null if no row has any. */
function objectButtons(
  rows: ObjectRows | null,
  buttonsOf: (object: JsonValue) => FollowUpsOn,
): RowFollowUps | null {
  const some = rows?.objects.find((object) => buttonsOf(object).count > 0);
  if (rows === null || some === undefined) return null;
  const objectOf = new Map(rows.table.rows.map((row, at) => [row, rows.objects[at] ?? null]));
  return {
    names: buttonsOf(some)
      .all()
      .map(({ name }) => name),
    on: (row) => buttonsOf(objectOf.get(row) ?? null),
  };
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
