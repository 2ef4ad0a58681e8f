import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { type Network, network } from '@jobboard/network/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJobboard } from './support/run-jobboard.ts'

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
    { language: 'German', fluency: 'B1' },
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
  const [head, broken, latin1, wrong, nobody, counts] = run.stdout.split('\n')
  expect([head, counts]).toEqual(['Rejected:', '1 imported, 0 skipped, 4 rejected'])
  expect(broken).toBe('  broken.json: the file is not valid JSON')
  expect(latin1).toBe('  latin1.json: the file is not valid UTF-8')
  expect(wrong).toMatch(/^ {2}wrong\.json: basics\.email: does not conform to the "email" format/)
  expect(nobody).toMatch(/^ {2}nobody\.json: .*email: is required/)
  const { items } = (await system.admin.get('/admin/v1/candidates')).body
  expect((await system.admin.get(`/admin/v1/candidates/${items[0].id}`)).body).toMatchObject({
    ...{ firstName: 'Ada Maria', lastName: 'Lind', email: 'ada@example.test', headline: 'Lighthouse keeper' },
    ...{ websiteUrl: 'https://ada.example', gitHubUrl: 'https://github.example/ada', linkedInUrl: null },
    ...{ street: 'Pier 1, House 2', postalCode: '5003', city: 'Bergen', region: 'Vestland', country: 'NO' },
    skills: ['Lamps', 'Lenses', 'Oil'],
    languages: [
      { language: 'Norwegian', level: 'Native' },
      { language: 'German', level: 'Conversational' },
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
