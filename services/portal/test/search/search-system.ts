import { eventually } from '@jobboard/testkit/eventually'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

/** A portal with accounts, candidate and search. */
export interface SearchSystem extends PortalSystem {
  /** Ids of new candidates, whom search knows. */
  candidates(profiles: object[]): Promise<number[]>
  grant(employerId: number, kind: 'CvSearch' | 'CvDownload', amount: number): Promise<void>
  /** Moves the time of search. */
  advanceSearch(ms: number): Promise<void>
  stopSearch(): Promise<void>
  balances(employerId: number): Promise<{ CvSearch: number; CvDownload: number }>
}

/** Boots it. */
export async function openSearchSystem(): Promise<SearchSystem> {
  const system = await openPortalSystem({ only: ['accounts', 'candidate', 'search'] })
  const post = async (path: string, body: object) => {
    const response = await system.admin.post(path, body)
    if (response.status !== 201) throw new Error(`${path}: ${response.text}`)
    return response.body
  }
  const { search } = system.network.services
  const internal = search.as({ kind: 'service', service: 'accounts' })
  const reader = search.as({
    kind: 'recruiter',
    employerId: 999_999,
    userId: null,
    keyId: null,
    scopes: ['CvSearch'],
  })
  let count = 0
  return {
    ...system,
    async candidates(profiles) {
      const ids: number[] = []
      for (const profile of profiles) {
        const fields = { firstName: 'Ada', lastName: 'Quill', email: `ada.quill.${++count}@post.example` }
        ids.push((await post('/admin/v1/candidates', { ...fields, ...profile })).id)
      }
      await eventually('search knows the candidates', async () => {
        const read = await Promise.all(ids.map((id) => reader.get(`/api/v1/candidates/${id}/preview`)))
        return read.every(({ status }) => status === 200)
      })
      return ids
    },
    async grant(employerId, kind, amount) {
      await post(`/admin/v1/employers/${employerId}/credits`, { kind, amount })
    },
    async advanceSearch(ms) {
      await internal.post('/internal/v1/clock', { offsetMs: search.deps.clock.offsetMs + ms })
    },
    async stopSearch() {
      await search.stop()
      search.stop = async () => {}
    },
    async balances(employerId) {
      return (await internal.get(`/internal/v1/employers/${employerId}/credits`)).body
    },
  }
}
