import {
  KEY_WATERMARK_BUCKET,
  KEY_WATERMARK_KEY,
  KEY_WATERMARK_SUBJECT,
  KEY_WATERMARK_SUBJECT_BEFORE,
} from '@jobboard/contracts/keys/internal'
import type { Bus } from '@jobboard/events/nats/bus'
import type { KeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { createBucket } from './key-bucket.ts'

/** Up to which revision the bucket created at `created` has every committed change. */
export interface Watermark {
  created: string
  revision: number
}

/** Announces to all gateways up to which revision the bucket holds every committed change (D-16). They ignore one whose
 * `atMs` is not higher than the last. */
export function announceWatermark(bus: Bus, signer: KeyFeedSigner, watermark: Watermark, atMs: number): void {
  const text = JSON.stringify(signer.signWatermark(watermark, atMs))
  // In this order: a gateway that listens to both takes the second one for the same announcement.
  for (const subject of [KEY_WATERMARK_SUBJECT, KEY_WATERMARK_SUBJECT_BEFORE]) bus.nc.publish(subject, text)
}

/** Stores the watermark for gateways that start while accounts is down. */
export async function storeWatermark(bus: Bus, signer: KeyFeedSigner, watermark: Watermark): Promise<void> {
  const bucket = await createBucket(bus, KEY_WATERMARK_BUCKET)
  await bucket.put(KEY_WATERMARK_KEY, JSON.stringify(signer.signWatermark(watermark)))
}
