import { postJson } from '@jobboard/jobboard/demo/post-json'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import { mapConcurrently } from './concurrency.ts'

const DAY_MS = 86_400_000

/** Creates an employer with published jobs, candidates with keys, and, where asked for, a webhook subscription and keys that
 * read applications. */
export async function createApplyData(
  stack: Stack,
  settings: Settings,
  wanted: { jobs: number; candidates: number; receiverUrl?: string; recruiterKeys?: number },
): Promise<{ jobIds: number[]; candidateKeys: string[]; recruiterKeys: string[] }> {
  const { jobs, candidates, receiverUrl } = wanted
  const admin = <T>(path: string, body: unknown) =>
    postJson<T>(stack.adminUrl, settings.adminToken, path, body)
  const { id } = await admin<{ id: number }>('/admin/v1/employers', { name: 'Bench', isTrustedPartner: true })
  await admin(`/admin/v1/employers/${id}/credits`, { kind: 'JobPosting', amount: jobs })
  if (receiverUrl) {
    const events = ['application.submitted']
    await admin(`/admin/v1/employers/${id}/webhook-subscriptions`, { url: receiverUrl, events })
  }
  const mint = async (scope: string) => {
    const key = { name: 'bench', scopes: [scope] }
    return (await admin<{ apiKey: string }>(`/admin/v1/employers/${id}/api-keys`, key)).apiKey
  }
  const apiKey = await mint('JobPosting')
  const recruiterKeys = await mapConcurrently(wanted.recruiterKeys ?? 0, 4, () => mint('Applications'))
  const jobIds = await mapConcurrently(jobs, 1, (i) => publishJob(stack.baseUrl, apiKey, `Bench ${i}`))
  const candidateKeys = await mapConcurrently(candidates, 4, async (i) => {
    const person = { firstName: 'Bench', lastName: `No${i}`, email: `bench-${i}@example.com` }
    const candidate = await admin<{ id: number }>('/admin/v1/candidates', person)
    const path = `/admin/v1/candidates/${candidate.id}/api-keys`
    return (await admin<{ apiKey: string }>(path, { name: 'bench', scopes: ['Applications', 'Apply'] }))
      .apiKey
  })
  return { jobIds, candidateKeys, recruiterKeys }
}

async function publishJob(baseUrl: string, apiKey: string, title: string): Promise<number> {
  const place = { city: 'Oslo', country: 'NO', remoteType: 'OnSite' }
  const job = { title, description: 'x', ...place, employmentType: 'FullTime', applyMethod: 'PlatformApply' }
  const { id } = await postJson<{ id: number }>(baseUrl, apiKey, '/api/v1/jobs', job)
  const expiryDate = new Date(Date.now() + DAY_MS)
  await postJson(baseUrl, apiKey, `/api/v1/jobs/${id}/publish`, { expiryDate })
  return id
}
