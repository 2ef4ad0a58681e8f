import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { sandboxId } from '../sandbox/sandbox.ts'
import { id, pathId } from '../text.ts'
import { candidateKey } from './key.ts'

/** A key as replicated to the gateway, without its text. Looked up by the SHA-256 (hex) of the text (D-11). */
export const keyRecord = z
  .object({
    id: id(),
    kind: z.enum(['recruiter', 'candidate']),
    status: z.enum(['Active', 'PendingApproval', 'Revoked']),
    /** Milliseconds since 1970, business clock; null: never. */
    expiresAtMs: z.number().nullable(),
    /** When the key was revoked, business clock; missing in records of older releases. */
    revokedAtMs: z.number().nullable().optional(),
    employerId: id().nullable(),
    candidateId: id().nullable(),
    userId: id().nullable(),
    name: z.string(),
    scopes: z.array(z.string()),
    /** Grows with each change of the key; an older record never replaces a newer one. */
    version: z.int().positive(),
    /** Of a sandbox; its text then begins with `pk_test_` or `ck_test_`, which gateways of releases before refuse. */
    sandboxId,
  })
  .refine((key) => (key.kind === 'recruiter' ? key.employerId : key.candidateId) !== null, 'has no owner')
export type KeyRecord = z.output<typeof keyRecord>

/** NATS KV bucket of the key feed: one signed `keyRecord` per SHA-256 in hex. */
export const KEY_BUCKET = 'api_key'

/** A key that ended this long ago (revoked or expired, business clock) is removed from the memory of gateways. */
export const ENDED_KEY_RETENTION_MS = 86_400_000
/** The same from the bucket, which keeps it revoked after a restore of an older backup; of a sandbox that is deleted after
 * `ENDED_KEY_RETENTION_MS`. */
export const ENDED_RECORD_RETENTION_MS = 30 * 86_400_000

/** The watermark of the key feed. Accounts publishes it on this subject every `KEY_WATERMARK_INTERVAL_MS`:
 * every change committed so far is in the bucket created at `created`, at `revision` or before, and accounts
 * has verified every entry up to `revision`. */
export const KEY_WATERMARK_SUBJECT = 'keys.watermark'
export const KEY_WATERMARK_INTERVAL_MS = 250
export const keyWatermark = z.object({
  created: z.string().max(100),
  revision: z.int().min(0),
  /** When accounts signed it: milliseconds since 1970, real clock. */
  atMs: z.number(),
  signature: z.string().max(100),
})
export type KeyWatermark = z.output<typeof keyWatermark>

/** NATS KV bucket with the last watermark, for a gateway that starts while accounts is down. */
export const KEY_WATERMARK_BUCKET = 'api_key_watermark'
export const KEY_WATERMARK_KEY = 'watermark'

/** Most hashes in one look-up; a full one costs accounts little more than a look-up of one. */
export const MAX_KEYS_PER_LOOKUP = 250

/** Looks up keys that the gateway cannot confirm from the key feed. An unknown hash has no record in the
 * response. */
export const findKeys = endpoint('POST /internal/v1/keys/find', {
  service: 'accounts',
  name: 'find-keys',
  body: z.object({ hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(MAX_KEYS_PER_LOOKUP) }),
  response: z.record(z.string(), keyRecord),
})

/** Calls of one key, UTC day and limit family, by the class of their status. */
export const keyCalls = z.object({
  keyId: id(),
  /** Business clock. */
  date: z.iso.date(),
  family: z.string().min(1).max(32),
  ok: z.int().min(0),
  clientErrors: z.int().min(0),
  rateLimited: z.int().min(0),
  serverErrors: z.int().min(0),
})
export type KeyCalls = z.output<typeof keyCalls>

/** Records the last use of keys (D-18) and adds up their calls, in batches. A report with the same
 * `Idempotency-Key` counts once. */
export const recordKeyUse = endpoint('POST /internal/v1/key-uses', {
  service: 'accounts',
  name: 'record-key-use',
  body: z.object({
    uses: z
      .array(
        z.object({
          kind: z.enum(['recruiter', 'candidate']),
          keyId: id(),
          usedAtMs: z.number().min(0).max(8.64e15),
        }),
      )
      .max(10_000),
    // Missing in reports of older gateways; older accounts ignore it.
    usage: z.array(keyCalls).max(10_000).default([]),
  }),
  status: 204,
})

// What other services hold about a candidate, for the candidate's own reads.
const params = z.object({ candidateId: pathId() })

/** The keys of a candidate, without their texts, newest first. */
export const listKeysOfCandidate = endpoint('GET /internal/v1/candidates/{candidateId}/api-keys', {
  service: 'accounts',
  name: 'list-keys-of-candidate',
  params,
  response: z.array(candidateKey),
})
