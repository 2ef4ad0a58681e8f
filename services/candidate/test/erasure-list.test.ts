import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CandidateSystem, candidateSystem } from './support/setup.ts'

let system: CandidateSystem
beforeAll(async () => {
  system = await candidateSystem()
})
afterAll(() => system.stop())

const list = async (query: string) => (await system.admin.get(`/admin/v1/erasures${query}`)).body
const idsOf = (page: { items: { erasureId: number }[] }) => page.items.map(({ erasureId }) => erasureId)

test('newest first, by state and by candidate, with every confirmation', async () => {
  const candidates = [await system.newCandidate(), await system.newCandidate(), await system.newCandidate()]
  const ids: number[] = []
  for (const id of candidates) {
    ids.push((await system.admin.delete(`/admin/v1/candidates/${id}`)).body.erasureId)
  }
  const all = await list('?pageSize=2')
  expect([all.total, idsOf(all)]).toEqual([3, [ids[2], ids[1]]])
  expect(all.items[0]).toMatchObject({ candidateId: candidates[2], completedAt: null })
  expect(all.items[0].services).toHaveLength(5)
  expect(idsOf(await list('?page=2&pageSize=2'))).toEqual([ids[0]])
  expect(idsOf(await list(`?candidateId=${candidates[0]}`))).toEqual([ids[0]])
  expect((await list('?candidateId=2000000000')).total).toBe(0)

  const { sql } = system.services.candidate.deps.db
  await sql`insert into erasure_confirmation (erasure_id, service, confirmed_at)
    select ${ids[1]!}, unnest(array['candidate', 'pipeline', 'search', 'webhook', 'accounts']), now()
    on conflict do nothing`
  await sql`update erasure set confirmations = 5 where id = ${ids[1]!}`
  expect(idsOf(await list('?completed=true'))).toEqual([ids[1]])
  expect((await list('?completed=true')).items[0].completedAt).not.toBeNull()
  expect(idsOf(await list('?completed=false'))).toEqual([ids[2], ids[0]])
  expect((await system.admin.get('/admin/v1/erasures?completed=maybe')).status).toBe(400)
  expect((await system.admin.get('/admin/v1/erasures?candidateId=x')).status).toBe(400)
})
