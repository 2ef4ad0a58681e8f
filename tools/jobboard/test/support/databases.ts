import { randomBytes } from 'node:crypto'
import type { UpstreamName } from '@jobboard/contracts/services'
import { upstreamNames } from '@jobboard/contracts/services'
import { openConnection } from '@jobboard/db/connections'
import { ensureDatabase } from '@jobboard/stack/infra/postgres/ensure-database'

type DatabaseName = UpstreamName | 'portal'
const names: DatabaseName[] = [...upstreamNames, 'portal']

/** Empty databases of all services and the portal, each with a role of its own, as in docker-compose.yml. */
export interface Databases {
  /** For jobboard: as the superuser, with `{service}`. */
  template: string
  /** For a service: with its own role. */
  urlOf(name: DatabaseName): string
  /** Runs a statement as the superuser and returns its rows. */
  query<T>(name: DatabaseName, statement: string): Promise<T[]>
  drop(): Promise<void>
}

/** Creates them on the test server. */
export async function openDatabases(): Promise<Databases> {
  const server = process.env.DATABASE_URL
  if (!server) throw new Error('DATABASE_URL is not set: run the tests with `npm test`')
  const prefix = `test_${randomBytes(6).toString('hex')}_`
  const urls = new Map<DatabaseName, string>()
  for (const name of names)
    urls.set(name, await ensureDatabase(server, prefix + name, prefix + name, 'p@ss/w#rd%1'))
  const template = new URL(server)
  template.pathname = `/${prefix}service`
  return {
    template: template.href.replace(`/${prefix}service`, `/${prefix}{service}`),
    urlOf: (name) => urls.get(name)!,
    async query<T>(name: DatabaseName, statement: string) {
      const url = new URL(server)
      url.pathname = `/${prefix}${name}`
      const client = await openConnection(url.href, 30_000)
      return (await client.query(statement).finally(() => client.end())).rows as T[]
    },
    async drop() {
      const client = await openConnection(server, 30_000)
      for (const name of names) {
        await client.query(`drop database ${prefix}${name} with (force)`)
        await client.query(`drop role ${prefix}${name}`)
      }
      await client.end()
    },
  }
}
