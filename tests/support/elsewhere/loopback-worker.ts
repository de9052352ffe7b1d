import { addConnector } from '@/server/connectors/registry';
import type { Connector } from '@/server/connectors/types';
import { loopbackConnector } from './loopback-connector';

/** The worker program, with the loopback kind of source among the product's. */
addConnector(loopbackConnector as Connector<unknown>);
await import('@/jobs/main');
