import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Demo } from '@jobboard/jobboard/demo/demo-file'
import { getJson, postJson } from '@jobboard/jobboard/demo/post-json'
import { root } from '@jobboard/stack/settings'
import { pythonFolder, pythonPrograms } from './python.ts'
import { isInstalled, report, run, runningStack } from './run.ts'

const RECRUITER_KEYS = 30
const CANDIDATE_KEYS = 15

/** Runs all checks of schemathesis against the stack; further arguments go to it. */
async function checkWithSchemathesis(demo: Demo, args: string[]): Promise<void> {
  if (!isInstalled('python3')) throw new Error('There is no python3 on the PATH: schemathesis needs it')
  const programs = await pythonPrograms()
  const keys = await mintKeys(demo)
  const document = join(root, 'openapi', 'v1.json')
  await run({
    program: join(programs, 'schemathesis'),
    args: ['run', document, '--url', demo.baseUrl, ...args],
    cwd: pythonFolder,
    env: {
      ...keys,
      SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
      PYTHONPATH: pythonFolder,
      PYTHONDONTWRITEBYTECODE: '1',
    },
  })
}

/** Mints the pools of keys that `schemathesis_hooks.py` reads: of the first demo employer, and of new candidates. */
async function mintKeys(demo: Demo): Promise<Record<string, string>> {
  const { adminUrl, adminToken } = demo
  const post = <T>(path: string, body: object) => postJson<T>(adminUrl, adminToken, path, body)
  const mint = async (owner: string, scopes: string[], userId?: number): Promise<string> => {
    const draft = { name: 'schemathesis', scopes, ...(userId ? { userId } : {}) }
    const key = await post<MintedKey>(`/admin/v1/${owner}/api-keys`, draft)
    if (key.status !== 'Active') await post(`/admin/v1/api-keys/${key.id}/approve`, {})
    return key.apiKey
  }
  const recruiter = async () =>
    mint(employer, ['JobPosting', 'Applications', 'CvSearch', 'Webhooks'], user!.id)
  const candidate = async () => {
    const person = { firstName: 'Sam', lastName: 'Example', email: `${randomUUID()}@example.com` }
    const { id } = await post<{ id: number }>('/admin/v1/candidates', person)
    return mint(`candidates/${id}`, ['Profile', 'Applications', 'Apply'])
  }
  const employer = `employers/${demo.employers[0]!.id}`
  const [user] = await getJson<{ id: number }[]>(adminUrl, adminToken, `/admin/v1/${employer}/users`)
  return {
    RECRUITER_KEYS: await list(RECRUITER_KEYS, recruiter),
    CANDIDATE_KEYS: await list(CANDIDATE_KEYS, candidate),
    ERASABLE_KEYS: await list(CANDIDATE_KEYS, candidate),
  }
}

interface MintedKey {
  id: number
  status: string
  apiKey: string
}

async function list(count: number, mint: () => Promise<string>): Promise<string> {
  const keys: string[] = []
  while (keys.length < count) keys.push(await mint())
  return keys.join(',')
}

await report(async () => checkWithSchemathesis(await runningStack(), process.argv.slice(2)))
