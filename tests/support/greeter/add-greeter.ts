import { processWide } from '@/server/base/process-wide';
import { greeterConnector } from './greeter-connector';

// Loaded into a process before its program, so that its registry finds the greeter among the kinds of sources.
processWide('added connectors', (): unknown[] => []).push(greeterConnector);
