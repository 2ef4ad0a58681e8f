import type { Sql } from '@jobboard/db/sql'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { eventually } from '@jobboard/testkit/eventually'
import { findTextInDatabase, findTextInStreams } from '@jobboard/testkit/find-text'
import { lockWait } from '@jobboard/testkit/lock-wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Accounts } from './support/boot-accounts.ts'
import { bootKeyOperator, type KeyOperator } from './support/key-operator.ts'

const NAME = 'Swanhildis'

let operator: KeyOperator
let accounts: Accounts
let candidateId: number
beforeAll(async () => {
  operator = await bootKeyOperator()
  ;({ accounts, candidateId } = operator)
})
afterAll(() => operator.stop())

const find = () => findTextInDatabase(accounts.databaseUrl, [NAME])
const mint = () => accounts.mintForCandidate(candidateId, { name: `key of ${NAME}` })
const stored = (ofCandidate: number) => accounts.deps.db.sql<{
  id: number
  name: string
  status: string
  version: number
  revokedAt: Date | null
  kvRemoved: boolean
}>`
  select id, name, status, version, revoked_at, kv_removed from candidate_key where candidate_id = ${ofCandidate}
  order by id`

let lastCandidate = 1_000_000
/** Makes keys belong to a new candidate, whom the candidate service does not have. */
async function move(keys: { id: number }[]): Promise<number> {
  const id = ++lastCandidate
  const ids = keys.map((key) => key.id)
  // Locked in order of id, as the service does.
  await accounts.deps.db.sql`
    with held as (select id from candidate_key where id = any(${ids}) order by id for no key update)
    update candidate_key set candidate_id = ${id} from held where candidate_key.id = held.id`
  return id
}

test('keys are revoked in the database and the key bucket; their names leave both and the audit rows', async () => {
  const [active, rotated, revoked] = [await mint(), await mint(), await mint()]
  const successor = (await operator.rotate(rotated.id, { overlapSeconds: 600 })).body
  await operator.revoke(revoked.id)
  const keys = [active, rotated, revoked, successor]
  const erased = await move(keys)
  const before = await stored(erased)
  const auditsOf = async () =>
    (await Promise.all(keys.map(({ id }) => accounts.auditRows(`api-key ${id}`)))).flat()
  const auditsBefore = await auditsOf()
  await eventually('the record of the key', () => accounts.bucketRecord(active.apiKey))
  accounts.deps.clock.advanceTo(accounts.deps.clock.offsetMs + 60_000)

  await publishErased(accounts, erased)
  await erasuresConfirmed(accounts, [erased])
  expect(await find()).toEqual([])
  expect(await auditsOf()).toEqual(
    auditsBefore.map((row) => JSON.parse(JSON.stringify(row).replaceAll(`key of ${NAME}`, 'Erased'))),
  )
  await eventually('the revoked records', async () => {
    const records = await Promise.all(keys.map((key) => accounts.bucketRecord(key.apiKey)))
    return records.every((record) => record?.status === 'Revoked' && record.name === 'Erased')
  })
  expect(await findTextInStreams(accounts.deps.bus, [NAME])).toEqual([])

  // A replay changes nothing: the bucket gets one record of each key.
  const once = await stored(erased)
  await publishErased(accounts, erased)
  await eventually('the second confirmation', async () => {
    const rows = await accounts.deps.db.sql`
      select 1 from outbox where subject like 'evt.accounts.erasure.%' and aggregate_id = ${String(erased)}`
    return rows.length === 2
  })
  expect(await stored(erased)).toEqual(once)
  expect(once).toEqual(
    before.map((key) => ({
      ...key,
      name: 'Erased',
      status: 'Revoked',
      version: key.version + 1,
      revokedAt: key.revokedAt ?? expect.any(Date),
    })),
  )
})

test('keys of other candidates and their audit rows are unchanged', async () => {
  const [erased, other] = [await move([await mint(), await mint()]), await move([await mint(), await mint()])]
  const before = await stored(other)
  await publishErased(accounts, erased)
  await erasuresConfirmed(accounts, [erased])
  expect(await stored(other)).toEqual(before)
  expect((await accounts.auditRows(`api-key ${before[0]!.id}`))[0]!.after).toMatchObject({
    name: `key of ${NAME}`,
  })
})

test('a key whose record has left the bucket loses its name and is not published again', async () => {
  const erased = await move([await mint()])
  await accounts.deps.db.sql`
    update candidate_key set kv_removed = true, status = 'Revoked', revoked_at = now(), kv_published_version = version
    where candidate_id = ${erased}`
  const [before] = await stored(erased)
  await publishErased(accounts, erased)
  await erasuresConfirmed(accounts, [erased])
  expect(await stored(erased)).toEqual([{ ...before, name: 'Erased' }])
})

test('an erasure and an update of several keys in order of their ids cannot deadlock', async () => {
  const keys = [await mint(), await mint()]
  const { db } = accounts.deps
  await eventually('the records of the keys', async () => {
    const rows = await db.sql`select 1 from candidate_key where kv_published_version < version`
    return rows.length === 0
  })
  // A scan finds the row of the second key first, because it was written first.
  const erased = await move([keys[1]!])
  await db.sql`update candidate_key set candidate_id = ${erased} where id = ${keys[0]!.id}`
  const lock = (sql: Sql, { id }: { id: number }) =>
    sql`select 1 from candidate_key where id = ${id} for no key update`
  await db.tx(async (sql) => {
    // Of two transactions that wait for each other, the one that looks first is ended: this one.
    await sql`set local deadlock_timeout = '10ms'`
    await lock(sql, keys[0]!)
    await publishErased(accounts, erased)
    await lockWait(db.sql, 'candidate_key')
    await lock(sql, keys[1]!)
  })
  await erasuresConfirmed(accounts, [erased])
  expect((await stored(erased)).map(({ name }) => name)).toEqual(['Erased', 'Erased'])
})

test('404: no key is minted after the tombstone; a key that a transaction minted before is revoked by the second pass', async () => {
  await mint()
  const { db } = accounts.deps
  const tombstones = () => db.sql`select 1 from erased_candidate where candidate_id = ${candidateId}`
  await db.tx(async (sql) => {
    await sql`select 1 from candidate_key limit 1`
    await publishErased(accounts, candidateId)
    await eventually('the first pass', async () => (await tombstones()).length === 1)
    await sql`
      insert into candidate_key (candidate_id, name, scopes, hash, status, created_at, version)
      values (${candidateId}, ${NAME}, '{Profile}', ${'e'.repeat(64)}, 'Active', now(), 1)`
  })
  await erasuresConfirmed(accounts, [candidateId])
  expect((await stored(candidateId)).map(({ name, status }) => [name, status])).toEqual([
    ['Erased', 'Revoked'],
    ['Erased', 'Revoked'],
  ])
  // The candidate service of this test still has the candidate.
  expect((await operator.mintForCandidate({ name: NAME, scopes: ['Profile'] })).status).toBe(404)
})
