import { KEY_USAGE_DAYS } from '@jobboard/contracts/limits'
import { retentionTimer } from '@jobboard/service/lifecycle/retention-timer'
import { deleteOldKeyUsage } from '../store/key-usage.ts'

export const deleteOldUsage = retentionTimer('delete-old-key-usage', () => KEY_USAGE_DAYS - 1, [
  deleteOldKeyUsage,
])
