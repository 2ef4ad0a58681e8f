import { postJson } from '../post-json.ts'
import type { Settings } from '../settings.ts'
import type { Stack } from '../stack.ts'
import { mapConcurrently } from './concurrency.ts'

const DAY_MS = 86_400_000

/** Creates an employer with a webhook subscription, published jobs, and candidates with keys. */
export async function createApplyData(
  stack: Stack,
  settings: Settings,
  { receiverUrl, jobs, candidates }: { receiverUrl: string; jobs: number; candidates: number },
): Promise<{ jobIds: number[]; candidateKeys: string[] }> {
  const admin = <T>(path: string, body: unknown) =>
    postJson<T>(stack.adminUrl, settings.adminToken, path, body)
  const { id } = await admin<{ id: number }>('/admin/v1/employers', { name: 'Bench', isTrustedPartner: true })
  await admin(`/admin/v1/employers/${id}/credits`, { kind: 'JobPosting', amount: jobs })
  const events = ['application.submitted']
  await admin(`/admin/v1/employers/${id}/webhook-subscriptions`, { url: receiverUrl, events })
  const key = { name: 'bench', scopes: ['JobPosting'] }
  const { apiKey } = await admin<{ apiKey: string }>(`/admin/v1/employers/${id}/api-keys`, key)
  const jobIds = await mapConcurrently(jobs, 1, (i) => publishJob(stack.baseUrl, apiKey, `Bench ${i}`))
  const candidateKeys = await mapConcurrently(candidates, 4, async (i) => {
    const person = { firstName: 'Bench', lastName: `No${i}`, email: `bench-${i}@example.com` }
    const candidate = await admin<{ id: number }>('/admin/v1/candidates', person)
    const path = `/admin/v1/candidates/${candidate.id}/api-keys`
    return (await admin<{ apiKey: string }>(path, { name: 'bench', scopes: ['Applications', 'Apply'] }))
      .apiKey
  })
  return { jobIds, candidateKeys }
}

async function publishJob(baseUrl: string, apiKey: string, title: string): Promise<number> {
  const place = { city: 'Oslo', country: 'NO', remoteType: 'OnSite' }
  const job = { title, description: 'x', ...place, employmentType: 'FullTime', applyMethod: 'PlatformApply' }
  const { id } = await postJson<{ id: number }>(baseUrl, apiKey, '/api/v1/jobs', job)
  const expiryDate = new Date(Date.now() + DAY_MS)
  await postJson(baseUrl, apiKey, `/api/v1/jobs/${id}/publish`, { expiryDate })
  return id
}
