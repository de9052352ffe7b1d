import type { Documents } from '@/server/connectors/things';

/** What a connector may use from the outside. */
export interface ConnectorContext {
  /** Tells this Pushboard from others that use the same source: capital letters and digits. */
  installation: string;
  credsId: number;
  /** Changes whenever the credential's settings change, so that older pooled sessions end. */
  credsVersion: number;
  /** A credential that the product itself seeded: it may reach `network.samples`, and no other closed address. */
  isBuiltin: boolean;
  network: NetworkPolicy;
  /** How many sessions this process may have open at the source at once. */
  maximumSessions: number;
  /** What the operator configured for the cloud that the source is in. */
  cloud: CloudSettings;
  scripts: ScriptSettings;
  /** The descriptions that were uploaded for this credential. */
  documents: Documents;
  /** The memory budget for all calls of this process. */
  memory: MemoryBudget;
}

/** Whether and how scripts run on this server. */
export interface ScriptSettings {
  /** The paths of the interpreters; null for languages whose scripts don't run here. */
  interpreters: Readonly<Record<'python' | 'r', string | null>>;
  memoryBytes: number;
  processes: number;
  diskBytes: number;
  network: boolean;
  /** Where packages for Python come from; null to install none. It may contain a password. */
  pythonIndex: string | null;
  /** The same for R. */
  rRepository: string | null;
  /** The folder for copies of repositories, and for packages. */
  folder: string;
  /** Waits for a place to read code, which is free again once the returned function is called. */
  takePlace(): Promise<() => void>;
}

/** The operator's settings for sources in a cloud. */
export interface CloudSettings {
  /** Where calls to AWS go instead of its public endpoints; null for those. */
  awsEndpoint: string | null;
  /** Where app registrations of Microsoft Entra ID sign in. */
  azureLogin: string;
}

/** Memory shared by all calls of a process. Nothing waits for it: a call that needs more than is free is refused. */
export interface MemoryBudget {
  /** Takes this many bytes; false if they are not free. */
  tryTake(bytes: number): boolean;
  giveBack(bytes: number): void;
}

/** Which addresses a connection may reach. */
export interface NetworkPolicy {
  allowLoopback: boolean;
  allowPrivate: boolean;
  /** Hosts, addresses, or CIDR blocks that are allowed whatever the two switches say. */
  allowed: readonly string[];
  /** The variable that lists them, for messages. */
  listedIn: string;
  /** `host:port` pairs that are always refused: the app's own database and ports. */
  forbidden: readonly string[];
  /** `host:port` pairs of the sample sources, the network guard's only exemption, only for built-in credentials. */
  samples: readonly string[];
}
