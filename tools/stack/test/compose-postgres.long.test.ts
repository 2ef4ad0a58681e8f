import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../src/infra/postgres.ts'
import { findProgram, runCommand } from '../src/infra/process/find-program.ts'
import { root } from '../src/settings.ts'

const { DATABASE_URL: _, ...env } = process.env
const scripts = join(root, 'deploy', 'postgres')

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'compose-postgres-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

const canRun = findProgram('psql', env) && findProgram('pg_isready', env)
if (!canRun) console.warn('SKIPPED: db-init.sh is not tested without psql and pg_isready on the PATH')

describe.runIf(canRun)('db-init.sh', () => {
  const PASSWORD = `p@ss/w#rd%1 '"\\$x`

  async function startServer() {
    const dir = temporaryFolder()
    const server = await startPostgres({ dir: join(dir, 'pg'), log: () => {}, test: true, env })
    onTestFinished(() => server.stop())
    const log = () => readFileSync(join(dir, 'pg', 'postgres.log'), 'utf8')
    return { url: new URL(server.url('postgres')), log }
  }

  function initialise(url: URL, superuserPassword: string, values: Record<string, string>) {
    const connection = { POSTGRES_HOST: url.hostname, PGHOST: url.hostname, PGPORT: url.port }
    const options = { cwd: scripts, timeoutMs: 60_000 }
    return runCommand('sh', ['db-init.sh'], {
      ...options,
      env: { ...env, NODE_ENV: 'development', ...connection, PGPASSWORD: superuserPassword, ...values },
    })
  }

  const services = ['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook', 'portal']

  /** A password for the superuser and one for each role. */
  function passwords(superuser: string, of: (service: string) => string): Record<string, string> {
    const own = services.map((name) => [`${name.toUpperCase()}_DB_PASSWORD`, of(name)])
    return { POSTGRES_PASSWORD: superuser, ...Object.fromEntries(own) }
  }

  async function query(url: URL, user: string, password: string, database: string, sql: string) {
    const client = new pg.Client({ host: url.hostname, port: Number(url.port), user, password, database })
    client.on('error', () => {})
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }

  test('creates what is missing, sets every password, and keeps the data, however often it runs', async () => {
    const { url, log } = await startServer()
    const first = decodeURIComponent(url.password)
    const initial = passwords('superuser-1', () => 'service-1')
    expect(await initialise(url, first, initial)).toMatchObject({ code: 0 })
    await query(url, 'jobs', 'service-1', 'jobs', 'create table kept (id integer)')
    // As after an interrupted first run, and before the release that added a service.
    await query(url, 'postgres', 'superuser-1', 'postgres', 'drop database webhook')
    await query(url, 'postgres', 'superuser-1', 'postgres', 'drop role webhook')

    const changed = passwords(PASSWORD, (name) => PASSWORD + name)
    expect(await initialise(url, 'superuser-1', changed)).toMatchObject({ code: 0 })
    expect(await initialise(url, PASSWORD, changed)).toMatchObject({ code: 0 })
    await query(url, 'jobs', `${PASSWORD}jobs`, 'jobs', 'select * from kept')
    await query(url, 'webhook', `${PASSWORD}webhook`, 'webhook', 'create table created (id integer)')
    await expect(query(url, 'jobs', 'service-1', 'jobs', 'select 1')).rejects.toThrow(
      'password authentication',
    )
    await expect(query(url, 'jobs', `${PASSWORD}webhook`, 'jobs', 'select 1')).rejects.toThrow(
      'password authentication',
    )
    for (const database of [...services, 'postgres', 'template1'].filter((name) => name !== 'jobs')) {
      const foreign = query(url, 'jobs', `${PASSWORD}jobs`, database, 'select 1')
      await expect(foreign, database).rejects.toThrow('permission denied')
    }
    expect(log()).not.toContain('service-1')
    expect(log()).not.toContain('p@ss')
  })

  test('the published passwords are refused by name in production mode', async () => {
    const { url } = await startServer()
    const published = passwords('development-only', (name) => (name === 'jobs' ? 'mine' : 'development-only'))
    const { code, output } = await initialise(url, url.password, { ...published, NODE_ENV: 'production' })
    expect(code).toBe(1)
    expect(output).toMatch(
      /^POSTGRES_PASSWORD: is the published[\s\S]*^ACCOUNTS_DB_PASSWORD: is the published/m,
    )
    expect(output).not.toContain('JOBS_DB_PASSWORD')
  })

  test('the settings of a release without the portal: everything but the portal gets its database, and a line says why', async () => {
    const { url } = await startServer()
    const { PORTAL_DB_PASSWORD: _, ...own } = passwords('superuser-1', (name) => `own-${name}`)
    // As docker-compose.yml passes it on.
    const before = { ...own, PORTAL_DB_PASSWORD: 'development-only', NODE_ENV: 'production' }
    const { code, output } = await initialise(url, decodeURIComponent(url.password), before)
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('PORTAL_DB_PASSWORD is not set: the portal gets no'),
    ])
    await query(url, 'webhook', 'own-webhook', 'webhook', 'select 1')
    const names = await query(url, 'postgres', 'superuser-1', 'postgres', 'select datname from pg_database')
    expect(names.rows.map(({ datname }) => datname)).not.toContain('portal')

    const complete = { ...own, PORTAL_DB_PASSWORD: 'own-portal', NODE_ENV: 'production' }
    expect(await initialise(url, 'superuser-1', complete)).toMatchObject({ code: 0 })
    await query(url, 'portal', 'own-portal', 'portal', 'create table session (id integer)')
    const again = await initialise(url, 'superuser-1', before)
    expect(again).toMatchObject({ code: 0 })
    await query(url, 'portal', 'own-portal', 'portal', 'select * from session')
  })
})
