import type { JsonValue } from '@/lib/base/json';
import { findConnector } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';
import type { CallSettings } from '@/server/connectors/types';

/** The part of a definition that only its connector reads, made from the command's settings; null without one. */
export const ownPartOf = (kind: SourceKind, settings: CallSettings): JsonValue =>
  findConnector(kind)?.ownPart?.(settings) ?? null;
