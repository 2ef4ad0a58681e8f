import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import { eventually } from '@jobboard/testkit/eventually'
import { jobDraft } from '@jobboard/testkit/job-draft'

/** On the board that is measured. */
export const APPLICATIONS = 500
/** All active; one has the applications. */
export const JOBS = 20
const AT_ONCE = 4
const DAY_MS = 86_400_000

/** What the pages are about. */
export interface PortalData {
  /** A one-time link that signs in the employer's admin. */
  employerAdmin: string
  jobId: number
  applicationId: number
}

/** Makes an employer with active jobs and applications to one of them, by the APIs of the stack. */
export async function fillPortal(stack: Stack, settings: Settings): Promise<PortalData> {
  const admin = poster(stack.adminUrl, settings.adminToken)
  const { id: employerId } = await admin('/admin/v1/employers', { name: 'Fjord & Fell' })
  const employer = `/admin/v1/employers/${employerId}`
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
    await admin(`${employer}/credits`, { kind, amount: 50 })
  }
  const { id: userId } = await admin(`${employer}/users`, {
    name: 'Ada Admin',
    email: `ada.${employerId}@people.example`,
    role: 'EmployerAdmin',
  })
  const { apiKey } = await admin(`${employer}/api-keys`, { name: 'bench', scopes: ['JobPosting'] })
  const api = poster(stack.baseUrl, apiKey)
  let jobId = 0
  for (let job = 1; job <= JOBS; job++) {
    jobId = (await api('/api/v1/jobs', jobDraft)).id
    await api(`/api/v1/jobs/${jobId}/publish`, { expiryDate: new Date(Date.now() + DAY_MS).toISOString() })
  }
  let next = 0
  let applicationId = 0
  const worker = async () => {
    while (next < APPLICATIONS) {
      const number = ++next
      const { id: candidateId } = await admin('/admin/v1/candidates', {
        firstName: 'Ida',
        lastName: `Berg ${number}`,
        email: `ida.${number}.${employerId}@people.example`,
        headline: 'Lamp maker',
        consentExpiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      })
      const application = { candidateId, applicationType: 'Web' }
      applicationId = (await admin(`/admin/v1/jobs/${jobId}/applications`, application)).id
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const { url } = await admin(`${employer}/portal-links`, { userId })
  const reader = await admin(`${employer}/api-keys`, { name: 'bench reader', scopes: ['Applications'] })
  await untilListed(stack, reader.apiKey, jobId)
  return { employerAdmin: url, jobId, applicationId }
}

// biome-ignore lint/suspicious/noExplicitAny: responses as the APIs return them
type Posted = any

function poster(url: string, token: string) {
  return async (path: string, body: object): Promise<Posted> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
}

/** Waits until the pipeline has all applications. */
async function untilListed({ baseUrl }: Stack, apiKey: string, jobId: number): Promise<void> {
  await eventually(`${APPLICATIONS} applications are listed`, async () => {
    const path = `/api/v1/jobs/${jobId}/applications?pageSize=1`
    const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${apiKey}` } })
    return ((await response.json()) as { total: number }).total >= APPLICATIONS
  })
}
