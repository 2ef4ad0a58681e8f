import { eventually } from '@jobboard/testkit/eventually'
import { beforeAll, expect, test } from 'vitest'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await sharedPortalSystem()
})

/** An Interviewer of a new employer with these jobs, the oldest first. */
async function openEmployer(made: readonly { title: string; reference?: string }[]) {
  const person = await system.employerWithUser('Interviewer')
  const { sql } = system.network.services.jobs.deps.db
  const rows = await sql<{ id: number; title: string }>`
    insert into job (employer_id, status, title, reference, created_at, updated_at, version)
    select ${person.employerId}, 'Draft', title, reference, now() + n * interval '1 second', now(), 1
    from unnest(${made.map(({ title }) => title)}::text[], ${made.map(({ reference = null }: { reference?: string | null }) => reference)}::text[])
      with ordinality as made (title, reference, n) returning id, title`
  await eventually('jobs finds them by their words', async () => {
    const [row] = await sql<{ count: number }>`
      select count(*) as count from job where words_version is distinct from version`
    return row!.count === 0
  })
  const browser = await system.signedIn(person)
  return { browser, idOf: (title: string) => rows.find((row) => row.title === title)!.id }
}

test('the filter finds any job by a part of its title, in any case and accent, by its reference and by its number', async () => {
  const others = Array.from({ length: 250 }, (_, n) => ({ title: `Harbour pilot ${n}` }))
  const { browser, idOf } = await openEmployer([
    { title: 'Ingénieur son', reference: 'REQ-1' },
    { title: 'Ingénieur lumière', reference: 'REQ-2' },
    ...others,
  ])
  const [sound, light] = [idOf('Ingénieur son'), idOf('Ingénieur lumière')]
  for (const find of ['INGENIEUR son', 'son ingén', 'REQ-1', ' Ingé\u200bnieur  Son ']) {
    const page = await browser.open(`/applications?find=${encodeURIComponent(find)}&status=New`)
    expect([find, page.path, page.status]).toEqual([find, `/applications?status=New&job=${sound}`, 200])
    expect(page.$('#field-job').text()).toContain('Ingénieur son')
  }
  // Titles have the number too: the job with it comes first.
  const numbered = await browser.open(`/applications?find=${sound}`)
  expect(numbered.$('.jb-link-list a').first().attr('href')).toBe(`/applications?job=${sound}`)
  const several = await browser.open('/applications?find=ingenieur&status=New')
  const links = several
    .$('.jb-link-list a')
    .map((_, link) => several.$(link).attr('href'))
    .get()
  expect(links).toEqual([light, sound].map((id) => `/applications?status=New&job=${id}`))
  expect(several.$('[name=find]').val()).toBe('ingenieur')
  const many = await browser.open('/applications?find=pilot')
  expect([many.$('.jb-link-list a').length, many.text.includes('More jobs match')]).toEqual([20, true])
  const none = await browser.open('/applications?find=submarine')
  expect([none.status, none.text.includes('No such job')]).toEqual([200, true])
  // Blank is no filter.
  expect((await browser.open('/applications?find=%E2%80%8B%20')).text).toContain('No applications')
  const chosen = await browser.open(`/applications?job=${sound}`)
  const filtered = await browser.submit(chosen, '.jb-filters', { status: 'Hired' })
  expect(new URLSearchParams(filtered.path.split('?')[1]).get('job')).toBe(String(sound))
})

test("another employer's job is not found; of 2 001 jobs the oldest is, by its title and by its reference", async () => {
  const foreign = await openEmployer([{ title: 'Foreign keeper', reference: 'REQ-9' }])
  const made = Array.from({ length: 2_001 }, (_, n) => ({ title: `Pilot ${n}`, reference: `P-${n}` }))
  const { browser, idOf } = await openEmployer(made)
  for (const find of ['foreign keeper', 'REQ-9']) {
    expect((await browser.open(`/applications?find=${encodeURIComponent(find)}`)).text).toContain(
      'No such job',
    )
  }
  const id = foreign.idOf('Foreign keeper')
  expect((await browser.open(`/applications?find=${id}`)).$(`a[href$="job=${id}"]`)).toHaveLength(0)
  for (const find of ['pilot 0', 'P-0'])
    expect((await browser.open(`/applications?find=${find}`)).path).toBe(
      `/applications?job=${idOf('Pilot 0')}`,
    )
})
