import Link from 'next/link';
import { CopyButton } from '@/components/ui/text/copy-button';
import { paths } from '@/lib/base/paths';
import { API_BASE } from '@/lib/wire/url';
import styles from './api-start.module.css';

interface ApiStartProps {
  /** The address of this Pushboard. */
  origin: string;
  /** What people add to an assistant or editor to connect it. */
  mcpAddress: string;
  /** The organizations of the reader; none if signed out. */
  orgs: readonly { orgId: string; name: string }[];
}

/** What someone needs to know before the list of operations is of use: the token, the ids, and the first calls. */
export function ApiStart({ origin, mcpAddress, orgs }: ApiStartProps) {
  const api = origin + API_BASE;
  const token = '-H "Authorization: Bearer $PUSHBOARD_TOKEN"';
  const orgId = orgs[0]?.orgId ?? '{orgId}';
  return (
    <section className={styles.start} aria-label="Start here">
      <ol className={styles.steps}>
        <li>
          <h2>Create a token</h2>
          <p>
            A token lets a program act as you, or as a service account, and never do more than they can.
            Create one under{' '}
            <Link href={paths.account} prefetch={false}>
              Access tokens
            </Link>{' '}
            of your account. This call says whose it is:
          </p>
          <Code label="first call">{`curl ${api}/users/me ${token}`}</Code>
        </li>
        <li>
          <h2>Find the ids</h2>
          <p>
            {orgs.length === 0 ? (
              <>
                <code>{'{orgId}'}</code> in an address is the <code>org_id</code> of an organization, as the
                first call lists them.
              </>
            ) : (
              <>
                <code>{'{orgId}'}</code> in an address is{' '}
                {orgs.map((org, index) => (
                  <span key={org.orgId}>
                    {index > 0 && ', '}
                    <code>{org.orgId}</code> for {org.name}
                  </span>
                ))}
                .
              </>
            )}{' '}
            The second call lists the commands, which the API calls kits. A run needs the <code>kit_id</code>{' '}
            of one, and the <code>ol_id</code> of its <code>anchor_ol</code>.
          </p>
          <Code label="call for the organizations">{`curl ${api}/users/me/orgs ${token}`}</Code>
          <Code label="call for the commands">{`curl ${api}/${orgId}/skinny-kits ${token}`}</Code>
        </li>
        <li>
          <h2>Run a command</h2>
          <p>
            On the page of a command, “Copy as a shell command” in its menu (⋯) has this call with your
            values. Without it, put the two ids and the inputs into this one. The response has the rows.
          </p>
          <Code label="call that runs a command">
            {[
              `curl -X POST ${api}/${orgId}/run-sync ${token}`,
              `  -H "Content-Type: application/json" -d '{"kitId": KIT_ID, "olId": OL_ID, "params": {"INPUT": "value"}}'`,
            ].join(' \\\n')}
          </Code>
        </li>
      </ol>
      <div className={styles.others}>
        <div>
          <h2>From a terminal</h2>
          <p>The command line runs commands by their names.</p>
          <Code label="command line">{`npx ${origin}/cli.tgz login`}</Code>
        </div>
        <div>
          <h2>From an assistant or editor</h2>
          <p>Add this MCP server to it. It asks you to allow it.</p>
          <Code label="address of the MCP server">{mcpAddress}</Code>
        </div>
        <div>
          <h2>From your own code</h2>
          <p>Generate a client from this description.</p>
          <Code label="address of the description">{`${api}/openapi.json`}</Code>
        </div>
      </div>
    </section>
  );
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    <div className={styles.code}>
      {/* Keys scroll it: nothing in it can have the focus. */}
      <section className={styles.call} aria-label={label} tabIndex={0}>
        <code>{children}</code>
      </section>
      <CopyButton text={children} label={`Copy the ${label}`} told="Copied to clipboard!" />
    </div>
  );
}
