import type { TestStack } from './start-stack.ts'

/** An employer with an open job and a webhook subscription, and a candidate who can apply. */
export interface ApplyScenario {
  employerId: number
  jobId: number
  /** Texts that must not leave the system in a span. */
  secrets: string[]
  /** Applies to the job; `headers` are those of the request. */
  apply(headers?: Record<string, string>): Promise<{ status: number; requestId: string | null }>
}

/** Creates the scenario through the gateway. */
export async function openApplyScenario(
  { admin, api, stack }: TestStack,
  receiverUrl: string,
): Promise<ApplyScenario> {
  const create = async (to: typeof admin, path: string, body: unknown, status = 201) => {
    const response = await to.post(path, body)
    if (response.status !== status) throw new Error(`${path}: ${response.status} ${response.text}`)
    return response.body
  }
  const { id: employerId } = await create(admin, '/admin/v1/employers', {
    name: 'Tracing Works',
    isTrustedPartner: true,
  })
  const path = `/admin/v1/employers/${employerId}`
  await create(admin, `${path}/credits`, { kind: 'JobPosting', amount: 1 })
  const key = await create(admin, `${path}/api-keys`, { name: 'all', scopes: ['JobPosting'] })
  await create(admin, `${path}/webhook-subscriptions`, { url: receiverUrl })
  const { id: jobId } = await create(api(key.apiKey), '/api/v1/jobs', {
    title: 'Crane operator',
    description: 'Operates a crane.',
    city: 'Oslo',
    country: 'NO',
    remoteType: 'OnSite',
    employmentType: 'FullTime',
    applyMethod: 'PlatformApply',
  })
  const expiryDate = new Date(Date.now() + 86_400_000).toISOString()
  await create(api(key.apiKey), `/api/v1/jobs/${jobId}/publish`, { expiryDate }, 200)
  const person = {
    firstName: 'Ingrid',
    lastName: 'Traceless',
    email: 'ingrid.traceless@example.com',
    headline: 'rigger',
  }
  const { id } = await create(admin, '/admin/v1/candidates', person)
  const { apiKey } = await create(admin, `/admin/v1/candidates/${id}/api-keys`, {
    name: 'apply',
    scopes: ['Profile', 'Applications', 'Apply'],
  })
  return {
    employerId,
    jobId,
    secrets: [
      'Ingrid',
      'Traceless',
      'Crane operator',
      'Dear team',
      apiKey,
      key.apiKey,
      new URL(receiverUrl).host,
    ],
    async apply(headers = {}) {
      const response = await fetch(`${stack.baseUrl}/api/v1/me/applications`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ jobId, confirm: true, coverLetter: 'Dear team' }),
      })
      await response.text()
      return { status: response.status, requestId: response.headers.get('x-request-id') }
    },
  }
}
