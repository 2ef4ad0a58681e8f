import type { Command } from '../command.ts'
import { backup } from './backup.ts'
import { dropDeadLetters } from './dead-letters-drop.ts'
import { listDeadLetters } from './dead-letters-list.ts'
import { retryDeadLetters } from './dead-letters-retry.ts'
import { showDeadLetter } from './dead-letters-show.ts'
import { doctor } from './doctor.ts'
import { createEmployer } from './employer-create.ts'
import { listEmployers } from './employer-list.ts'
import { erase } from './erase.ts'
import { showErasure } from './erasure.ts'
import { generateCandidates } from './generate-candidates.ts'
import { importCandidates } from './import-candidates.ts'
import { importJobs } from './import-jobs.ts'
import { importResumes } from './import-resumes.ts'
import { init } from './init.ts'
import { approveKey } from './key-approve.ts'
import { listKeys } from './key-list.ts'
import { mintKey } from './key-mint.ts'
import { revokeKey } from './key-revoke.ts'
import { rotateKey } from './key-rotate.ts'
import { listen } from './listen.ts'
import { mcpConfig } from './mcp-config.ts'
import { replayOutbox } from './outbox-replay.ts'
import { portalLink } from './portal-link.ts'
import { reindex } from './reindex.ts'
import { restore } from './restore.ts'
import { resync } from './resync.ts'
import { seed } from './seed.ts'
import { createStaff } from './staff-create.ts'
import { listStaff } from './staff-list.ts'
import { removeStaff } from './staff-remove.ts'
import { listWebhookDeliveries } from './webhooks-deliveries.ts'
import { recoverWebhooks } from './webhooks-recover.ts'
import { redeliverWebhooks } from './webhooks-redeliver.ts'

/** Every command, in the order of `--help`. */
export const commands: readonly Command[] = [
  init,
  seed,
  createEmployer,
  listEmployers,
  mintKey,
  listKeys,
  approveKey,
  rotateKey,
  revokeKey,
  createStaff,
  listStaff,
  removeStaff,
  portalLink,
  doctor,
  backup,
  restore,
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
  reindex,
  listWebhookDeliveries,
  redeliverWebhooks,
  recoverWebhooks,
  erase,
  showErasure,
  listen,
  mcpConfig,
]
