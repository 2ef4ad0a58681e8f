import pg from 'pg'

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
