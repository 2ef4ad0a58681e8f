import { jobPostingList } from '@jobboard/contracts/jobs/open-jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootMeJobs, type MeJobs } from './support/me-jobs.ts'

let jobs: MeJobs
beforeAll(async () => {
  jobs = await bootMeJobs()
})
afterAll(() => jobs.stop())

const LD = 'application/ld+json'
const list = (query: string, accept = LD) =>
  jobs.candidate.get(`/api/v1/me/jobs${query}`, { headers: { accept } })

test('200: application/ld+json is an ItemList of JobPostings with what the single job has and a short description (P-147)', async () => {
  const description = `Mind </script> & "fog".\n\nApply. ${'x'.repeat(400)}`
  const first = await jobs.publish({ title: 'Wharfinger', description })
  const second = await jobs.publish({
    title: 'Wharfinger',
    remoteType: 'FullyRemote',
    applyMethod: 'EmailApply',
    applyEmailAddress: 'boss@example.test',
  })
  await jobs.settled()
  const response = await list('?query=wharfinger')
  expect(response.headers.get('content-type')).toMatch(/^application\/ld\+json/)
  expect([response.headers.get('vary'), response.headers.get('link')]).toEqual(['Accept', null])
  const body = JSON.parse(response.text)
  expect(jobPostingList.strict().parse(body)).toEqual(body)
  expect(body).toMatchObject({ '@context': 'https://schema.org', '@type': 'ItemList' })
  const single = await Promise.all([second, first].map(async (id) => JSON.parse((await list(`/${id}`)).text)))
  for (const [index, element] of body.itemListElement.entries()) {
    const { '@context': _, description: whole, ...posting } = single[index]
    const { description: beginning, ...item } = element.item
    expect([element['@type'], element.position, item]).toEqual(['ListItem', index + 1, posting])
    expect(beginning.length).toBeLessThanOrEqual(whole.length)
  }
  expect(body.itemListElement[1].item.description).toMatch(
    /^<p>Mind &#60;\/script&#62; &#38; &#34;fog&#34;\. Apply\. x{262,270}…<\/p>$/,
  )
})

test('JSON-LD stands in a script element as it is: no character of HTML or of a line end in JavaScript (P-130)', async () => {
  const title = 'Diver </script><!--<script>&]]>'
  const description = `<b>Deep</b> & \u2028dark\u2029`
  const id = await jobs.publish({ title, description, city: '</script>' })
  await jobs.settled()
  for (const path of ['?query=diver', `/${id}`]) {
    const { text, headers } = await list(path)
    expect(headers.get('content-type')).toMatch(/^application\/ld\+json/)
    expect(text).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.stringify(JSON.parse(text))).toContain(JSON.stringify(title))
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text))
  }
  // Plain JSON stays as it is.
  expect((await list(`/${id}`, 'application/json')).text).toContain(title)
})

test('Link: rel=next repeats the filters and leads through every page of JSON-LD; the last page has none (P-147)', async () => {
  const ids: number[] = []
  for (let i = 0; i < 5; i++) ids.push(await jobs.publish({ title: 'C++ & Ålesund', city: 'Ålesund' }))
  await jobs.settled()
  const found: number[] = []
  let pages = 0
  for (
    let next: string | undefined = `?query=${encodeURIComponent('c++ OR ålesund')}&city=%C3%A5lesund&limit=2`;
    next;
  ) {
    const response = await list(next)
    expect(response.status, response.text).toBe(200)
    const elements = JSON.parse(response.text).itemListElement
    found.push(
      ...elements.map(({ item }: { item: { identifier: { value: string } } }) =>
        Number(item.identifier.value),
      ),
    )
    const link = response.headers.get('link')
    next = link?.match(/^<\/api\/v1\/me\/jobs(\?[!-;=?-~]+)>; rel="next"$/)?.[1]
    if (link) expect(next).toBeDefined()
    pages++
  }
  expect([found, pages]).toEqual([ids.reverse(), 3])
})

test.each([
  ['*/*', 'application/json'],
  [`${LD};q=0.5, application/json;q=0.9`, 'application/json'],
  [`text/html, ${LD}, */*;q=0.1`, LD],
])('Accept %s returns a list as %s, with Vary: Accept', async (accept, type) => {
  const response = await list('', accept)
  const contentType = response.headers.get('content-type')?.split(';')[0]
  expect([response.status, contentType, response.headers.get('vary')]).toEqual([200, type, 'Accept'])
})

test('400 of a list in JSON-LD is the JSON envelope that names the parameter', async () => {
  const response = await list('?limit=0')
  expect([response.status, response.headers.get('content-type')]).toEqual([
    400,
    expect.stringMatching(/^application\/json/),
  ])
  expect(JSON.parse(response.text).message).toContain('limit:')
})
