import { randomUUID } from 'node:crypto'
import type { Demo } from '@jobboard/jobboard/demo/demo-file'
import { getJson, postJson } from '@jobboard/jobboard/demo/post-json'

const RECRUITER_KEYS = 30
const CANDIDATE_KEYS = 15

/** Mints the pools of keys that `schemathesis_hooks.py` reads: of the first demo employer, and of new candidates. */
export async function mintKeys(demo: Demo): Promise<Record<string, string>> {
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
