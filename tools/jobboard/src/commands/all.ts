import type { Command } from '../command.ts'
import { dropDeadLetters } from './dead-letters-drop.ts'
import { listDeadLetters } from './dead-letters-list.ts'
import { retryDeadLetters } from './dead-letters-retry.ts'
import { showDeadLetter } from './dead-letters-show.ts'
import { erase } from './erase.ts'
import { showErasure } from './erasure.ts'
import { generateCandidates } from './generate-candidates.ts'
import { importCandidates } from './import-candidates.ts'
import { importJobs } from './import-jobs.ts'
import { importResumes } from './import-resumes.ts'
import { listen } from './listen.ts'
import { replayOutbox } from './outbox-replay.ts'
import { resync } from './resync.ts'
import { listWebhookDeliveries } from './webhooks-deliveries.ts'
import { recoverWebhooks } from './webhooks-recover.ts'
import { redeliverWebhooks } from './webhooks-redeliver.ts'

/** Every command, in the order of `--help`. */
export const commands: readonly Command[] = [
  importJobs,
  importCandidates,
  importResumes,
  generateCandidates,
  listDeadLetters,
  showDeadLetter,
  retryDeadLetters,
  dropDeadLetters,
  replayOutbox,
  resync,
  listWebhookDeliveries,
  redeliverWebhooks,
  recoverWebhooks,
  erase,
  showErasure,
  listen,
]
