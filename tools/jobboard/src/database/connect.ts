import pg from 'pg'

const CONNECT_TIMEOUT_MS = 10_000
// Values are written in one form, whatever the defaults of the server and the role are.
const SETTINGS = `set idle_in_transaction_session_timeout = 0; set statement_timeout = 0; set datestyle = 'ISO';
  set intervalstyle = 'postgres'; set extra_float_digits = 3; set timezone = 'UTC'`

/** Opens a connection without time-outs for statements. Throws a sentence that names the database, not its URL. */
export async function connect(name: string, url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'jobboard',
    keepAlive: true,
  })
  // A lost connection fails the next statement; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(SETTINGS)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw new Error(`cannot connect to the database of ${name}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Runs `use` with a connection to each database, and ends them. What they have locked is free then. */
export async function withConnections<Name extends string, T>(
  urls: ReadonlyMap<Name, string>,
  use: (clients: ReadonlyMap<Name, pg.Client>) => Promise<T>,
): Promise<T> {
  const clients = new Map<Name, pg.Client>()
  try {
    for (const [name, url] of urls) clients.set(name, await connect(name, url))
    return await use(clients)
  } finally {
    await Promise.all([...clients.values()].map((client) => client.end().catch(() => {})))
  }
}

/** A balance that is not the sum of its entries. */
export interface LedgerDifference {
  employerId: number
  kind: string
  balance: number
  sum: number
}

/** Balances that are not the sum of their entries; none in a healthy ledger. Reads every entry. */
export async function findLedgerDifferences(client: pg.ClientBase): Promise<LedgerDifference[]> {
  const { rows } = await client.query<LedgerDifference>(`
    with summed as (select employer_id, kind, sum(amount)::int as sum from credit_entry group by 1, 2)
    select employer_id as "employerId", kind, coalesce(amount, 0) as balance, coalesce(sum, 0) as sum
    from credit_balance full join summed using (employer_id, kind)
    where coalesce(amount, 0) <> coalesce(sum, 0) order by 1, 2`)
  return rows
}

/** Throws when a balance is not the sum of its entries. */
export async function checkLedger(name: string, client: pg.ClientBase): Promise<void> {
  const [first] = await findLedgerDifferences(client)
  if (!first) return
  const { employerId, kind, balance, sum } = first
  throw new Error(
    `${name}: the ${kind} balance of employer ${employerId} is ${balance}, but its entries add up to ${sum}`,
  )
}
