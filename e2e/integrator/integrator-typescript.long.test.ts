import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { seed } from '@jobboard/jobboard/demo/seed'
import { readSettings, root } from '@jobboard/stack/settings'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestStack, type TestStack } from '../support/start-stack.ts'

let started: TestStack
let key: string

beforeAll(async () => {
  started = await startTestStack({}, (line) => console.error(line))
  const { baseUrl, adminUrl } = started.stack
  const { adminToken } = readSettings({ ...process.env, DATA_DIR: started.dataDir })
  const demo = await seed({ baseUrl, adminUrl, adminToken }, undefined, (line) => console.error(line))
  const employer = demo.employers[0]!
  const body = { name: 'Integration', scopes: ['JobPosting', 'Applications', 'Webhooks'] }
  const minted = await started.admin.post(`/admin/v1/employers/${employer.id}/api-keys`, body)
  expect(minted.body).toMatchObject({ status: 'Active' })
  key = minted.body.apiKey
  const recruiter = started.api(key)
  const jobs = await recruiter.get('/api/v1/jobs?status=Active')
  const application = { jobId: jobs.body.items[0].id, confirm: true }
  const applied = await started.api(demo.candidates[0]!.apiKey).post('/api/v1/me/applications', application)
  expect(applied.status).toBe(201)
  await eventually('the recruiter sees the application, and the packages are made', async () => {
    const { body } = await recruiter.get(`/api/v1/jobs/${application.jobId}/applications`)
    return body.total === 1 && (await fetch(`${baseUrl}/sdk`)).status === 200
  })
}, 240_000)
afterAll(() => started?.stop())

test('TypeScript: with a URL and a key alone, in an empty folder: install, subscribe, publish, receive, verify, sync, rotate', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'an integrator '))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(import.meta.dirname, 'integrator.mjs'), join(folder, 'integrator.mjs'))
  // The official library as the checkout has it, so that no registry is needed.
  const verifier = ['node_modules', 'services/webhook/node_modules']
    .map((path) => join(root, path, 'standardwebhooks'))
    .find((path) => existsSync(path))
  const path = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.startsWith(root))
  const env = {
    PATH: path.join(delimiter),
    HOME: folder,
    API: started.stack.baseUrl,
    KEY: key,
    ...(verifier && { VERIFIER: verifier }),
  }
  const child = spawn('node', ['integrator.mjs'], { cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  expect(output).toMatch(/rotated the key; [^\n]*\n$/)
  expect(code).toBe(0)
  expect(await readdir(folder)).toContain('integrator.mjs')
}, 240_000)
