import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from '@jobboard/stack/settings'
import { eventually } from '@jobboard/testkit/eventually'
import { jobDraft } from '@jobboard/testkit/job-draft'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openOperator } from '../support/operator.ts'
import type { TestStack } from '../support/start-stack.ts'

let started: TestStack
let employerId: number

/** An integrator with an employer of its own on this stack, whose clock is that of the machine. */
export function testIntegrator(stack: () => TestStack): void {
  beforeAll(async () => {
    started = stack()
    const { make, newEmployer, newCandidate } = openOperator(started)
    employerId = await newEmployer()
    await make('POST', `/employers/${employerId}/credits`, { kind: 'JobPosting', amount: 10 })
    const recruiter = started.api(await mintKey())
    const { id } = (await recruiter.post('/api/v1/jobs', jobDraft)).body
    const expiryDate = new Date(Date.now() + 86_400_000).toISOString()
    expect((await recruiter.post(`/api/v1/jobs/${id}/publish`, { expiryDate })).status).toBe(200)
    const application = { candidateId: await newCandidate(), applicationType: 'Web' }
    await make('POST', `/jobs/${id}/applications`, application)
    await eventually('the recruiter sees the application, and the packages are made', async () => {
      const list = await recruiter.get(`/api/v1/jobs/${id}/applications`)
      return list.body.total === 1 && (await fetch(`${started.stack.baseUrl}/sdk`)).status === 200
    })
  }, 240_000)

  test('TypeScript: with a URL and a key alone, in an empty folder: install, subscribe, publish, receive, verify, sync, rotate', async () => {
    // The official library as the checkout has it, so that no registry is needed.
    const verifier = ['node_modules', 'services/webhook/node_modules']
      .map((path) => join(root, path, 'standardwebhooks'))
      .find((path) => existsSync(path))
    const path = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.startsWith(root))
    const env = { PATH: path.join(delimiter), ...(verifier && { VERIFIER: verifier }) }
    expect(await integrate('node', 'integrator.mjs', env)).toContain('integrator.mjs')
  }, 240_000)

  test.skipIf(!hasPython())(
    'Python: with a URL and a key alone, in an empty folder: install, subscribe, publish, receive, verify, sync, rotate',
    async () => {
      const { PATH = '', HOME = '' } = process.env
      expect(await integrate('python3', 'integrator.py', { PATH, HOME })).toEqual(['env', 'integrator.py'])
    },
    240_000,
  )
}

async function mintKey(): Promise<string> {
  const body = { name: 'Integration', scopes: ['JobPosting', 'Applications', 'Webhooks'] }
  const minted = await started.admin.post(`/admin/v1/employers/${employerId}/api-keys`, body)
  expect(minted.body).toMatchObject({ status: 'Active' })
  return minted.body.apiKey
}

/** Runs a program of this folder in an empty one, with a URL and a key of its own alone. Returns what is in the folder then. */
async function integrate(command: string, program: string, env: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'an integrator '))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(import.meta.dirname, program), join(folder, program))
  const done = spawnSync(command, [program], {
    cwd: folder,
    env: { HOME: folder, ...env, API: started.stack.baseUrl, KEY: await mintKey() },
    encoding: 'utf8',
    timeout: 200_000,
  })
  expect(`${done.stdout}${done.stderr}`).toMatch(/rotated the key; [^\n]*\n$/)
  expect(done.status).toBe(0)
  return readdir(folder)
}

/** Whether there is a python3 of 3.11 or newer whose pip reaches a registry. */
function hasPython(): boolean {
  const isNew = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--retries', '0', '--timeout', '5']
  const folder = mkdtempSync(join(tmpdir(), 'jobboard-pip-'))
  const one = ['--dest', folder, 'standardwebhooks==1.1.0']
  const reachesRegistry = isNew && spawnSync('python3', [...pip, ...one]).status === 0
  rmSync(folder, { recursive: true })
  if (!reachesRegistry) {
    console.warn(
      'SKIPPED: the integrator in Python, because there is no python3 of 3.11 or newer whose pip reaches a registry',
    )
  }
  return reachesRegistry
}
