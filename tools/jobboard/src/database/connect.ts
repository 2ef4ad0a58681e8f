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
