import { jobPosting, jobPostingList } from '@jobboard/contracts/jobs/open-jobs'
import { expect, test } from 'vitest'
import { startMeJobs } from './support/me-jobs.ts'
import { DAY_MS, noSalary } from './support/setup.ts'

const jobs = await startMeJobs()

const LD = 'application/ld+json'
const read = (id: number | string, headers: Record<string, string> = {}) =>
  jobs.candidate.get(`/api/v1/me/jobs/${id}`, { headers })

test('200: an Active job with its screening questions, at once after publishing; nothing internal to the employer', async () => {
  const id = await jobs.publish({
    ...{ reference: 'internal-7', applyMethod: 'ExternalApply', applyUrl: 'https://example.test/apply' },
    applyEmailAddress: 'boss@example.test',
  })
  const questions = [{ text: 'Can you swim?', type: 'YesNo', required: true }]
  const screeningQuestions = (await jobs.admin.put(`/admin/v1/jobs/${id}/screening-questions`, questions))
    .body
  const own = (await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body
  expect((await read(id)).body).toEqual({
    ...{ id, title: 'Lighthouse Keeper', employerName: 'Fjord Lamps', city: 'Bergen', country: 'NO' },
    ...{
      employmentType: 'FullTime',
      remoteType: 'OnSite',
      postedAt: own.postedDate,
      expiresAt: own.expiryDate,
    },
    ...noSalary,
    description: 'Keep the lamp burning.\nMind the fog.',
    ...{ applyMethod: 'ExternalApply', applyUrl: 'https://example.test/apply', screeningQuestions },
  })
  await jobs.recruiter(1).put(`/api/v1/jobs/${id}`, { applyMethod: 'EmailApply' })
  expect((await read(id)).body).toMatchObject({ applyMethod: 'EmailApply', applyUrl: null })
})

test('404: a Draft, Closed, Expired, missing and malformed id are byte-identical (P-129)', async () => {
  const draft = await jobs.createDraft(1)
  const [closed, expired] = [await jobs.publish(), await jobs.publish({}, DAY_MS)]
  await jobs.recruiter(1).delete(`/api/v1/jobs/${closed}`)
  jobs.deps.clock.advanceTo(DAY_MS + 1_000)
  const missing = await read(2_000_000_000)
  expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
  for (const id of [draft, closed, expired, 0, -1, 'x', '99999999999']) {
    const response = await read(id)
    expect([response.status, response.text, id]).toEqual([404, missing.text, id])
  }
})

test('200: a lone CR is a line break in JSON-LD, as CRLF and LF are; the description is as it was sent (P-130)', async () => {
  const description = 'One\rTwo\r\nThree\nFour\r\rFive\r \n\rSix\r'
  const id = await jobs.publish({ description })
  expect((await read(id)).body.description).toBe(description)
  expect(JSON.parse((await read(id, { accept: LD })).text).description).toBe(
    '<p>One<br>Two<br>Three<br>Four</p><p>Five</p><p>Six</p>',
  )
})

test('200: application/ld+json is a schema.org JobPosting (P-130)', async () => {
  const id = await jobs.publish({ description: 'Mind </script> & "fog".\nDaily.\n\nApply.', country: 'NO' })
  const own = (await read(id)).body
  const response = await read(id, { accept: LD })
  expect(response.headers.get('content-type')).toMatch(/^application\/ld\+json/)
  const posting = JSON.parse(response.text)
  expect(jobPosting.strict().parse(posting)).toEqual(posting)
  expect(posting).toEqual({
    ...{ '@context': 'https://schema.org', '@type': 'JobPosting' },
    identifier: { '@type': 'PropertyValue', name: 'Fjord Lamps', value: String(id) },
    title: 'Lighthouse Keeper',
    description: '<p>Mind &#60;/script&#62; &#38; &#34;fog&#34;.<br>Daily.</p><p>Apply.</p>',
    ...{
      datePosted: own.postedAt,
      validThrough: own.expiresAt,
      employmentType: 'FULL_TIME',
      directApply: true,
    },
    hiringOrganization: { '@type': 'Organization', name: 'Fjord Lamps' },
    jobLocation: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality: 'Bergen', addressCountry: 'NO' },
    },
  })
})

test.each([
  ['FullTime', 'FULL_TIME'],
  ['PartTime', 'PART_TIME'],
  ['Contract', 'CONTRACTOR'],
  ['Temporary', 'TEMPORARY'],
  ['Internship', 'INTERN'],
  ['Apprenticeship', 'OTHER'],
  ['Volunteer', 'VOLUNTEER'],
])(
  'JobPosting: employmentType %s is %s; a fully remote job is TELECOMMUTE and names the country',
  async (from, to) => {
    const id = await jobs.publish({ employmentType: from, remoteType: 'FullyRemote', country: 'SE' })
    const posting = JSON.parse((await read(id, { accept: LD })).text)
    expect(posting).toMatchObject({
      employmentType: to,
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: 'SE' },
    })
    expect(posting).not.toHaveProperty('jobLocation')
  },
)

test.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['text/plain', 'text/plain'],
  ['image/png', 'application/json'],
  [`${LD};q=0.5, application/json;q=0.9`, 'application/json'],
  [`application/json;q=0.5, ${LD};q=0.9`, LD],
  [`${LD};q=0, */*`, 'application/json'],
  [`text/html, ${LD}, */*;q=0.1`, LD],
])('Accept %s returns %s, with Vary: Accept', async (accept, type) => {
  const id = await jobs.publish()
  const response = await read(id, accept ? { accept } : {})
  const contentType = response.headers.get('content-type')?.split(';')[0]
  expect([response.status, contentType, response.headers.get('vary')]).toEqual([200, type, 'Accept'])
})

test('304: each representation has an ETag of its own; a change of the job changes both (D-61)', async () => {
  const id = await jobs.publish()
  const etags = async () =>
    Promise.all(['*/*', LD].map(async (accept) => (await read(id, { accept })).headers.get('etag')!))
  const [json, linked] = await etags()
  expect(json).not.toBe(linked)
  const match = (etag: string, accept = '*/*') => read(id, { 'if-none-match': etag, accept })
  for (const response of [await match(json!), await match(linked!, LD)]) {
    expect([response.status, response.text, response.headers.get('vary')]).toEqual([304, '', 'Accept'])
  }
  expect([(await match(json!, LD)).status, (await match(linked!)).status]).toEqual([200, 200])
  await jobs.recruiter(1).put(`/api/v1/jobs/${id}`, { title: 'Keeper' })
  expect([(await match(json!)).status, (await match(linked!, LD)).status]).toEqual([200, 200])
})

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
