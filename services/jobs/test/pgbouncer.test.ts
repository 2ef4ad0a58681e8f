import { openConnection } from '@jobboard/db/connections'
import { openMigratedDatabase } from '@jobboard/testkit/database'
import { eventually } from '@jobboard/testkit/eventually'
import { describe, expect, onTestFinished, test } from 'vitest'
import { service } from '../src/service.ts'
import { findPgBouncer, startPgBouncer } from './support/pgbouncer.ts'
import { bootJobs, DAY_MS } from './support/setup.ts'

const program = findPgBouncer()
if (!program) console.warn('SKIPPED: PgBouncer is not installed (apt-get install pgbouncer)')

describe.skipIf(!program)('through PgBouncer in transaction mode', () => {
  test('40 parallel publishes over two replicas and four connections are exact, and every event is published', async () => {
    const database = await openMigratedDatabase(service.migrations)
    const bouncer = await startPgBouncer(program!, database.url, 4)
    onTestFinished(bouncer.stop)
    const settings = {
      databaseUrl: bouncer.url,
      env: { DATABASE_DIRECT_URL: database.url, DATABASE_PREPARED_STATEMENTS: 'false', DATABASE_POOL: '20' },
    }
    const jobs = await bootJobs(settings)
    const replica = await bootJobs({ ...settings, natsUrl: jobs.natsUrl })
    await jobs.grant(1, 25)
    const ids = await Promise.all(Array.from({ length: 40 }, () => jobs.createDraft(1)))
    const responses = await Promise.all(
      ids.map((id, n) =>
        [jobs, replica]
          [n % 2]!.recruiter(1)
          .post(
            `/api/v1/jobs/${id}/publish`,
            { expiryDate: jobs.inMs(DAY_MS) },
            { 'idempotency-key': `publish-${id}` },
          ),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array(25).fill(200),
      ...Array(15).fill(402),
    ])
    expect([await jobs.debits(1), await jobs.balance(1)]).toEqual([25, 0])

    const direct = await openConnection(database.url)
    await eventually('the relay has published every event', async () => {
      const { rows } = await direct.query(
        'select count(*)::int as waiting from outbox where published_at is null',
      )
      return rows[0].waiting === 0
    })
    const [timeout] = await jobs.deps.db.sql<{ statementTimeout: string }>`show statement_timeout`
    expect(timeout).toEqual({ statementTimeout: '4500ms' })
    await direct.end()
    await replica.stop()
    await jobs.stop()
    await database.drop()
  })
})
