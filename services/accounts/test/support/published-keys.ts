import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import { openKeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { bootCandidates } from '@jobboard/testkit/candidates'
import { type ControllableNats, openControllableNats } from '@jobboard/testkit/controllable-nats'
import { eventually } from '@jobboard/testkit/eventually'
import { type Accounts, bootAccounts } from './boot-accounts.ts'

/** Signs what accounts publishes. */
export const signer = openKeyFeedSigner(TEST_CALLER_SECRET)

/** Accounts with one employer and one candidate, on a NATS server that can be stopped. */
export interface PublishedKeys {
  nats: ControllableNats
  accounts: Accounts
  employerId: number
  candidateId: number
  /** Resolves with the record of the key when the bucket has this version of it. */
  published(apiKey: string, version: number): Promise<KeyRecord>
  /** Resolves when every version of every key is marked as published. */
  allPublished(): Promise<unknown>
  countUnpublished(): Promise<number>
  revoke(id: number): Promise<unknown>
  stop(): Promise<void>
}

/** Boots them; `stop` removes everything that they created. */
export async function bootPublishedKeys(): Promise<PublishedKeys> {
  const nats = await openControllableNats()
  const candidates = await bootCandidates()
  const candidateId = await candidates.create()
  const accounts = await bootAccounts({ natsUrl: nats.url, env: { CANDIDATE_URL: candidates.url } })
  const countUnpublished = async () =>
    (
      await accounts.deps.db.sql`
        select id from recruiter_key where kv_published_version < version
        union all select id from candidate_key where kv_published_version < version`
    ).length
  return {
    nats,
    accounts,
    employerId: await accounts.newEmployer(),
    candidateId,
    published: (apiKey, version) =>
      eventually(`version ${version} in the bucket`, async () => {
        const record = await accounts.bucketRecord(apiKey)
        return record?.version === version && record
      }),
    allPublished: () =>
      eventually('every key is marked as published', async () => (await countUnpublished()) === 0),
    countUnpublished,
    revoke: (id) => accounts.admin.delete(`/admin/v1/api-keys/${id}`),
    async stop() {
      await accounts.stop()
      await candidates.stop()
      await nats.stop()
    },
  }
}
