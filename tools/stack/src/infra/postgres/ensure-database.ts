import pg from 'pg'

/** Creates the database and its role where they are missing; other roles cannot connect to it. Safe to run again and
 *  concurrently. Returns the URL for the role with this password, or for the admin when no role is given. */
export async function ensureDatabase(
  adminUrl: string,
  name: string,
  role?: string,
  password?: string,
): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    // Looking and creating are two statements: one process at a time.
    await client.query(`select pg_advisory_lock(hashtext('jobboard ensure-database'))`)
    if (role !== undefined) await ensureRole(client, role, password)
    const database = client.escapeIdentifier(name)
    const owner = role === undefined ? '' : ` owner ${client.escapeIdentifier(role)}`
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${database}${owner}`)
    else if (role !== undefined) {
      await client.query(`alter database ${database}${owner.replace('owner', 'owner to')}`)
    }
    await client.query(`revoke connect on database ${database} from public`)
  } finally {
    await client.end()
  }
  const url = new URL(databaseUrl(adminUrl, name))
  if (role !== undefined) {
    url.username = encodeURIComponent(role)
    url.password = encodeURIComponent(password ?? '')
  }
  return url.href
}

async function ensureRole(client: pg.Client, role: string, password: string | undefined): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  const verb = rowCount === 0 ? 'create' : 'alter'
  const secret = password === undefined ? '' : ` password ${client.escapeLiteral(password)}`
  await client.query(`${verb} role ${client.escapeIdentifier(role)} login${secret}`)
}

/** The same server and user, another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${encodeURIComponent(database)}`
  return changed.href
}

/** The version of the server behind a URL; undefined when none responds (yet). Throws when it refuses the login. */
export async function postgresVersion(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version.split(' ')[0]
  } catch (error) {
    // Wrong password, no such role, no such database: waiting does not help.
    if (/^(28|3D)/.test((error as { code?: string }).code ?? '')) throw error
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
