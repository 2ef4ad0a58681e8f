import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '@jobboard/jobboard/demo/seed'
import { readSettings } from '@jobboard/stack/settings'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestStack, type TestStack } from '../support/start-stack.ts'

const isPossible = hasPython()
let started: TestStack
let key: string

beforeAll(async () => {
  if (!isPossible) return
  started = await startTestStack({}, (line) => console.error(line))
  const { baseUrl, adminUrl } = started.stack
  const { adminToken } = readSettings({ ...process.env, DATA_DIR: started.dataDir })
  const demo = await seed({ baseUrl, adminUrl, adminToken }, undefined, (line) => console.error(line))
  const employer = demo.employers[0]!
  const scopes = ['JobPosting', 'Applications', 'Webhooks']
  const body = { name: 'Integration', scopes }
  const minted = await started.admin.post(`/admin/v1/employers/${employer.id}/api-keys`, body)
  expect(minted.body).toMatchObject({ status: 'Active' })
  key = minted.body.apiKey
  const recruiter = started.api(key)
  const jobs = await recruiter.get('/api/v1/jobs?status=Active')
  const application = { jobId: jobs.body.items[0].id, confirm: true }
  const applied = await started.api(demo.candidates[0]!.apiKey).post('/api/v1/me/applications', application)
  expect(applied.status).toBe(201)
  const list = `/api/v1/jobs/${application.jobId}/applications`
  await eventually(
    'the recruiter sees the application',
    async () => (await recruiter.get(list)).body.total === 1,
  )
}, 180_000)
afterAll(() => started?.stop())

test.skipIf(!isPossible)(
  'Python: with a URL and a key alone, in an empty folder: install, subscribe, publish, receive, verify, sync, rotate',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'an integrator '))
    onTestFinished(() => rm(folder, { recursive: true }))
    await cp(join(import.meta.dirname, 'integrator.py'), join(folder, 'integrator.py'))
    const { PATH, HOME } = process.env
    const done = spawnSync('python3', ['integrator.py'], {
      cwd: folder,
      env: { PATH, HOME, API: started.stack.baseUrl, KEY: key },
      encoding: 'utf8',
      timeout: 200_000,
    })
    expect(`${done.stdout}${done.stderr}`).toMatch(/rotated the key; [^\n]*\n$/)
    expect(done.status).toBe(0)
    expect(await readdir(folder)).toEqual(['env', 'integrator.py'])
  },
  240_000,
)

function hasPython(): boolean {
  const isNew = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0
  const folder = mkdtempSync(join(tmpdir(), 'jobboard-pip-'))
  const pip = [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--no-deps',
    '--retries',
    '0',
    '--timeout',
    '5',
    '--dest',
    folder,
  ]
  const reachesRegistry = isNew && spawnSync('python3', [...pip, 'standardwebhooks==1.1.0']).status === 0
  rmSync(folder, { recursive: true })
  if (!reachesRegistry) {
    console.warn(
      'SKIPPED: the integrator in Python, because there is no python3 of 3.11 or newer whose pip reaches a registry',
    )
  }
  return reachesRegistry
}
