import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { findTextInDatabase, findTextInStreams } from '@jobboard/testkit/find-text'
import { openNats } from '@jobboard/testkit/infra'
import { bootNamed, openDatabaseOf } from '@jobboard/testkit/network'
import { endOf, startServiceProcess, urlOf } from '@jobboard/testkit/service-process'
import { expect, test } from 'vitest'
import { isConfirmed } from './support/operator.ts'

const NAME = 'Ottokarine'
const person = { firstName: NAME, lastName: 'Brundt', email: 'ottokarine@erased.example', isSearchable: true }
const admin = { kind: 'admin', actor: 'operator' } as const

test('SIGKILL of candidate before the commit, after the messages and in the second pass: nothing is erased, then all of it', async () => {
  const database = await openDatabaseOf('candidate')
  const ownNats = await openNats()
  const on = { databaseUrl: database.url, natsUrl: ownNats.url }
  const start = async (failpoint?: string) => {
    const child = startServiceProcess('candidate', on, failpoint ? { FAILPOINTS: failpoint } : {})
    const url = await urlOf(child)
    return { child, api: client(url, () => ({ [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, admin) })) }
  }

  const first = await start('erasure-before-commit')
  const { id } = (await first.api.post('/admin/v1/candidates', person)).body
  await expect(first.api.delete(`/admin/v1/candidates/${id}`)).rejects.toThrow()
  expect(await endOf(first.child)).toBe('SIGKILL')

  const second = await start('erasure-after-messages')
  expect((await second.api.put(`/admin/v1/candidates/${id}`, { headline: NAME })).status).toBe(200)
  await second.api.delete(`/admin/v1/candidates/${id}`).catch(() => {})
  expect(await endOf(second.child)).toBe('SIGKILL')

  const third = startServiceProcess('candidate', on, { FAILPOINTS: 'erasure-second-pass' })
  expect(await endOf(third)).toBe('SIGKILL')

  const last = await start()
  const { erasureId } = (await last.api.delete(`/admin/v1/candidates/${id}`)).body
  await eventually('the confirmation of candidate', () => isConfirmed(last.api, 'candidate', erasureId))
  expect(await findTextInDatabase(database.url, [NAME])).toEqual([])
  const observer = await bootNamed('jobs', { natsUrl: ownNats.url })
  expect(await findTextInStreams(observer.deps.bus, [NAME])).toEqual([])
  await observer.stop()
  last.child.kill()
  await endOf(last.child)
  await ownNats.stop()
  await database.drop()
}, 300_000)
