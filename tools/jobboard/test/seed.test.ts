import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Demo } from '../src/demo/demo-file.ts'
import { makePortalLinks, printedLinks } from '../src/demo/portal-links.ts'
import { seed } from '../src/demo/seed.ts'

// One scenario in order: the second test continues the first.
let net: Network
let first: Demo
beforeAll(async () => {
  net = await network()
})
afterAll(() => net?.stop())

const log = () => {}
const addresses = ({ gateway, adminToken }: Network) => ({
  baseUrl: gateway.url,
  adminUrl: gateway.adminUrl,
  adminToken,
})

/** The ids of the demo data, and what they name. */
async function idsOf({ employers, candidates }: Demo) {
  const ids = []
  for (const { id, name, apiKey } of employers) {
    const api = net.api(apiKey)
    const key = (await api.get('/api/v1/key')).body
    const jobs = (await api.get('/api/v1/jobs')).body.items as { id: number; title: string }[]
    const titles = jobs.map((job) => `${job.id} ${job.title}`).sort()
    ids.push({ employer: `${id} ${name}`, user: key.userId, key: key.id, titles })
  }
  return { ids, candidates: candidates.map(({ id, name }) => `${id} ${name}`) }
}

test('the demo has the same ids on every fresh installation', async () => {
  const titles = (first: number) => [
    `${first} Backend Engineer (TypeScript)`,
    `${first + 1} Warehouse Shift Lead`,
  ]
  first = await seed(addresses(net), undefined, log)
  expect(await idsOf(first)).toEqual({
    ids: [
      { employer: '1 Harbour Light Software', user: 1, key: 1, titles: titles(1) },
      { employer: '2 Meadow & Mill Foods', user: 2, key: 3, titles: titles(3) },
    ],
    candidates: ['1 Inês Carvalho', '2 Tomasz Zieliński', '3 Amara Okafor'],
  })
})

test('a demo candidate who was erased comes back with a new id and key; the others stay', async () => {
  const [erased, ...others] = first.candidates
  const me = net.api(erased!.apiKey)
  expect((await me.send('DELETE', '/api/v1/me', { body: { confirm: true } })).status).toBe(202)
  await eventually('the key is refused', async () => (await me.get('/api/v1/key')).status === 401)

  const lines: string[] = []
  const mended = await seed(addresses(net), first, (line) => lines.push(line))
  expect(mended.employers).toEqual(first.employers)
  expect(mended.candidates.slice(1)).toEqual(others)
  const [replaced] = mended.candidates
  expect(replaced).toMatchObject({ id: 4, name: erased!.name })
  const profile = await net.api(replaced!.apiKey).get('/api/v1/me/profile')
  expect(profile).toMatchObject({ status: 200, body: { id: 4, email: 'ines.carvalho@example.com' } })
  expect(lines).toEqual(['Inês Carvalho was erased: adding the demo candidate again…'])

  const unchanged: Demo = await seed(addresses(net), mended, log)
  expect(unchanged).toEqual(mended)
})

test('links of the portal: the persons are found again, and created where an earlier demo has none', async () => {
  const admins = async (id: number) =>
    (await net.admin.get(`/admin/v1/employers/${id}/users`)).body.filter(
      ({ role }: { role: string }) => role === 'EmployerAdmin',
    ).length
  const [employer] = first.employers
  const links = await makePortalLinks(addresses(net), first)
  expect(links.portalUrl).toBe('http://127.0.0.1:8082')
  expect(links.employerAdmin).not.toBe(links.operator)
  const again = await makePortalLinks(addresses(net), first)
  expect(again.operator).not.toBe(links.operator)
  expect([(await net.admin.get('/admin/v1/staff')).body.length, await admins(employer!.id)]).toEqual([1, 1])
  expect(printedLinks(again, first)).toContain(
    `# EmployerAdmin of ${employer!.name}\n  ${again.employerAdmin}\n`,
  )

  const { id } = (await net.admin.post('/admin/v1/employers', { name: 'Of an earlier release' })).body
  await makePortalLinks(addresses(net), { employers: [{ ...employer!, id }] })
  expect(await admins(id)).toBe(1)
})
