import { randomUUID } from 'node:crypto'
import type { Demo } from '@jobboard/jobboard/demo/demo-file'

const RECRUITER_KEYS = 30
const CANDIDATE_KEYS = 15

/** Mints the pools of keys that `schemathesis_hooks.py` reads: of the first demo employer, and of new candidates. */
export async function mintKeys(demo: Demo): Promise<Record<string, string>> {
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${demo.adminToken}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const response = await fetch(demo.adminUrl + path, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const mint = async (owner: string, scopes: string[], userId?: number): Promise<string> => {
    const draft = { name: 'schemathesis', scopes, ...(userId ? { userId } : {}) }
    const key = await call<MintedKey>('POST', `/admin/v1/${owner}/api-keys`, draft)
    if (key.status !== 'Active') await call('POST', `/admin/v1/api-keys/${key.id}/approve`)
    return key.apiKey
  }
  const recruiter = async () =>
    mint(employer, ['JobPosting', 'Applications', 'CvSearch', 'Webhooks'], user!.id)
  const candidate = async () => {
    const person = { firstName: 'Sam', lastName: 'Example', email: `${randomUUID()}@example.com` }
    const { id } = await call<{ id: number }>('POST', '/admin/v1/candidates', person)
    return mint(`candidates/${id}`, ['Profile', 'Applications', 'Apply'])
  }
  const employer = `employers/${demo.employers[0]!.id}`
  const [user] = await call<{ id: number }[]>('GET', `/admin/v1/${employer}/users`)
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
