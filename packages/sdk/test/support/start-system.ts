import { type Network, network } from '@jobboard/testkit/network'

/** The whole system in this process, with an employer that has credits and a candidate. */
export interface TestSystem {
  network: Network
  url: string
  employerId: number
  recruiterKey: string
  candidateKey: string
  /** A new key of the employer: each key has a rate limit of its own. */
  newRecruiterKey(): Promise<string>
  /** Credits of this kind that are left. */
  creditsLeft(kind: 'JobPosting' | 'CvSearch' | 'CvDownload'): Promise<number>
}

/** Fields that a job needs to be published. */
export const jobFields = {
  title: 'Baker',
  description: 'Bread and rolls.',
  city: 'Lisbon',
  country: 'PT',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  applyMethod: 'PlatformApply',
} as const

/** Boots it, with these variables. */
export async function startSystem(env: Record<string, string> = {}): Promise<TestSystem> {
  const net = await network({ env })
  const { admin } = net
  const employerId = (await admin.post('/admin/v1/employers', { name: 'Bakery', isTrustedPartner: true }))
    .body.id
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
    await admin.post(`/admin/v1/employers/${employerId}/credits`, { kind, amount: 100 })
  }
  const user = { name: 'Rex', email: 'rex@example.test', role: 'Recruiter' }
  const userId = (await admin.post(`/admin/v1/employers/${employerId}/users`, user)).body.id
  const person = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
  const candidateId = (await admin.post('/admin/v1/candidates', person)).body.id
  const newKey = async (owner: string, scopes: string[], more = {}): Promise<string> =>
    (await admin.post(`/admin/v1/${owner}/api-keys`, { name: 'k', scopes, ...more })).body.apiKey
  const newRecruiterKey = () =>
    newKey(`employers/${employerId}`, ['JobPosting', 'Applications', 'CvSearch'], { userId })
  const recruiterKey = await newRecruiterKey()
  return {
    network: net,
    url: net.gateway.url,
    employerId,
    recruiterKey,
    candidateKey: await newKey(`candidates/${candidateId}`, ['Profile', 'Applications', 'Apply']),
    newRecruiterKey,
    async creditsLeft(kind) {
      return (await net.api(recruiterKey).get('/api/v1/employer/credits')).body[kind]
    },
  }
}
