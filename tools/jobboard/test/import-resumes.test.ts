import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJobboard } from './support/run-jobboard.ts'

// biome-ignore lint/suspicious/noExplicitAny: reads parts of responses
type Json = any

let system: Network
let dir: string
beforeAll(async () => {
  system = await network({ only: ['candidate'] })
  dir = await mkdtemp(`${tmpdir()}/jobboard-resumes-`)
})
afterAll(async () => {
  await system?.stop()
  await rm(dir, { recursive: true })
})

const importResumes = () => {
  const env = { ADMIN_URL: system.gateway.adminUrl, ADMIN_TOKEN: system.adminToken }
  return runJobboard(['import', 'resumes', dir], env)
}

const ada = {
  basics: {
    name: 'Ada Maria Lind',
    label: 'Lighthouse keeper',
    email: 'ada@example.test',
    phone: '+47 1',
    url: 'https://ada.example',
    summary: 'Keeps the lamp burning.',
    location: {
      address: 'Pier 1\nHouse 2',
      postalCode: '5003',
      city: 'Bergen',
      countryCode: 'NO',
      region: 'Vestland',
    },
    profiles: [{ network: 'GitHub', username: 'ada', url: 'https://github.example/ada' }],
  },
  work: [
    {
      name: 'Coast',
      position: 'Keeper',
      startDate: '2020-03-15',
      summary: 'Lit it.',
      highlights: ['No wreck.'],
    },
    { name: 'Harbour', startDate: '2015', endDate: '2020-02' },
  ],
  education: [{ institution: 'Bergen', area: 'Optics', studyType: 'BSc', endDate: '2014-06-01' }],
  skills: [{ name: 'Lamps', keywords: ['Lenses', 'Oil'] }],
  languages: [
    { language: 'Norwegian', fluency: 'Native speaker' },
    { language: 'German', fluency: 'fluent' },
  ],
}

test('1: files that fail are listed by name and reason, the others become profiles; again, they are skipped', async () => {
  await writeFile(`${dir}/ada.json`, JSON.stringify(ada))
  await writeFile(`${dir}/broken.json`, '{"basics": ')
  await writeFile(`${dir}/latin1.json`, Buffer.from([0x22, 0xff, 0x22]))
  await writeFile(`${dir}/nobody.json`, '{}')
  await writeFile(`${dir}/notes.txt`, 'not a resume')
  await writeFile(`${dir}/wrong.json`, JSON.stringify({ basics: { name: 'Bo', email: 'bo' } }))
  const run = await importResumes()
  expect(run.code).toBe(1)
  const [head, broken, latin1, nobody, wrong, counts] = run.stdout.split('\n')
  expect([head, counts]).toEqual(['Rejected:', '1 imported, 0 skipped, 4 rejected'])
  expect(broken).toBe('  broken.json: the file is not valid JSON')
  expect(latin1).toBe('  latin1.json: the file is not valid UTF-8')
  expect(wrong).toBe('  wrong.json: basics.email: must be an e-mail address.')
  expect(nobody).toBe('  nobody.json: basics: is required and must be an object.')
  const { items } = (await system.admin.get('/admin/v1/candidates')).body
  expect((await system.admin.get(`/admin/v1/candidates/${items[0].id}`)).body).toMatchObject({
    ...{ firstName: 'Ada Maria', lastName: 'Lind', email: 'ada@example.test', headline: 'Lighthouse keeper' },
    ...{ websiteUrl: 'https://ada.example', gitHubUrl: 'https://github.example/ada', linkedInUrl: null },
    ...{ street: 'Pier 1, House 2', postalCode: '5003', city: 'Bergen', region: 'Vestland', country: 'NO' },
    skills: ['Lamps', 'Lenses', 'Oil'],
    languages: [
      { language: 'Norwegian', level: 'Native' },
      { language: 'German', level: 'Fluent' },
    ],
    employmentHistory: [
      {
        ...{ title: 'Keeper', employer: 'Coast', startMonth: '2020-03', endMonth: null },
        description: 'Lit it.\nNo wreck.',
      },
      { title: 'Harbour', employer: 'Harbour', startMonth: '2015-01', endMonth: '2020-02', description: '' },
    ],
    education: [{ school: 'Bergen', degree: 'BSc', field: 'Optics', endYear: 2014 }],
  })
  expect((await importResumes()).stdout).toContain('0 imported, 1 skipped, 4 rejected')
})

const readAll = async (files: Record<string, object>) => {
  await rm(dir, { recursive: true })
  await mkdir(dir)
  for (const [name, resume] of Object.entries(files)) {
    await writeFile(`${dir}/${name}.json`, JSON.stringify(resume))
  }
  const run = await importResumes()
  const of = async (email: string) => {
    const { items } = (await system.admin.get(`/admin/v1/candidates?q=${encodeURIComponent(email)}`)).body
    return (await system.admin.get(`/admin/v1/candidates/${items[0].id}`)).body
  }
  return { run, of }
}
const basics = (name: string) => ({ name: 'Robin Sample', email: `${name}@example.test` })

test('0: years, months and days are read; what is not over has no end', async () => {
  const dates: [start: unknown, end: unknown, startMonth: string | null, endMonth: string | null][] = [
    ['2014', '2016', '2014-01', '2016-01'],
    ['2014-05', '2014', '2014-05', '2014-05'],
    ['2014-05-06', '2014-07', '2014-05', '2014-07'],
    ['2014-05-06T00:00:00.000Z', ' 2014-07 ', '2014-05', '2014-07'],
    ['2014', '', '2014-01', null],
    ['', null, null, null],
  ]
  const work = dates.map(([startDate, endDate]) => ({ position: 'Clerk', startDate, endDate }))
  const education = ['2014', '2014-06-29T00:00:00Z', '', null].map((endDate) => ({
    area: 'x',
    endDate,
  }))
  const { run, of } = await readAll({ a: { basics: basics('dates'), work, education } })
  expect(run).toMatchObject({ code: 0, stdout: '1 imported, 0 skipped, 0 rejected\n' })
  const read = await of('dates@example.test')
  expect(read.employmentHistory.map((one: Json) => [one.startMonth, one.endMonth])).toEqual(
    dates.map(([, , start, end]) => [start, end]),
  )
  expect(read.education.map(({ endYear }: Json) => endYear)).toEqual([2014, 2014, null, null])
})

test('0: a document of the schema before 1.0, with blanks and nulls where nothing is stated, loses nothing', async () => {
  const old = {
    basics: {
      ...basics('old&new'),
      label: ' Keeper\n',
      picture: '',
      phone: '',
      website: 'https://robin.example',
      location: { address: 'Pier 1\rHouse 2\r\n', countryCode: 'no', region: null },
      profiles: [
        { network: 'LinkedIn', username: 'robin sample' },
        { network: '', url: 'https://github.com/robin' },
      ],
    },
    work: [
      {
        company: 'Coast',
        position: 'Keeper',
        website: '',
        startDate: '2013-12-01',
        endDate: '',
        highlights: null,
      },
    ],
    education: null,
    skills: [{ name: 'Lamps', level: 'Master', keywords: ['Oil', 'Lamps', ' '] }],
    languages: [
      { language: 'Thai', fluency: 'Non-native' },
      { language: 'Sami', fluency: null },
    ],
  }
  const { run, of } = await readAll({ old, comma: { basics: { ...basics('comma'), name: 'Sample, Robin' } } })
  expect(run).toMatchObject({ code: 0, stdout: '2 imported, 0 skipped, 0 rejected\n' })
  expect(await of('old&new@example.test')).toMatchObject({
    ...{ firstName: 'Robin', lastName: 'Sample', headline: 'Keeper', phone: null, country: 'NO' },
    ...{
      street: 'Pier 1, House 2',
      websiteUrl: 'https://robin.example',
      gitHubUrl: 'https://github.com/robin',
    },
    linkedInUrl: 'https://www.linkedin.com/in/robin%20sample',
    employmentHistory: [{ title: 'Keeper', employer: 'Coast', startMonth: '2013-12', endMonth: null }],
    skills: ['Lamps', 'Oil'],
    languages: [
      { language: 'Thai', level: 'Conversational' },
      { language: 'Sami', level: 'Conversational' },
    ],
  })
  expect(await of('comma@example.test')).toMatchObject({ firstName: 'Robin', lastName: 'Sample' })
})

test('1: an entry that cannot be read rejects its file and is named; the other files are in', async () => {
  const { run } = await readAll({
    a: { basics: basics('good') },
    b: { basics: basics('b'), work: [{ name: 'x' }, { name: 'x', startDate: '2014-13' }] },
    c: { basics: basics('c'), work: [{ summary: 'Did it.' }], languages: [{ fluency: 'C1' }] },
    d: { basics: { ...basics('d'), name: 'Sample, Robin, Oslo' }, skills: ['Lamps'] },
    e: { basics: basics('e'), work: [{ name: 'x', startDate: '2020-02', endDate: '2019-01' }] },
    f: { basics: basics('f'), education: [{ endDate: '1066' }], skills: [{ name: 'x'.repeat(101) }] },
    g: [],
  })
  expect(run.stdout.split('\n')).toEqual([
    'Rejected:',
    '  b.json: work.1.startDate: must be a year, a month or a day, such as 2019, 2019-04 or 2019-04-30.',
    '  c.json: work.0: must have a position or a name; languages.0.language: is required and must be a string.',
    '  d.json: basics.name: must be a name, such as Robin Sample or Sample, Robin; skills.0: must be an object.',
    '  g.json: The body: must be an object.',
    '  e.json: employmentHistory.0.endMonth: must not be before startMonth. (invalid_request)',
    expect.stringMatching(/^ {2}f\.json: skills\.0: .*; education\.0\.endYear: /),
    '1 imported, 0 skipped, 6 rejected',
    '',
  ])
})
