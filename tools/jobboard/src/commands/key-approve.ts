import { approveKey as endpoint } from '@jobboard/contracts/keys/admin'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { readKeyId } from '../key-owner.ts'

/** Approves a key that waits for its review. */
export const approveKey = command({
  words: ['key', 'approve'],
  summary: 'approve a key in status PendingApproval',
  args: 'ID',
  example: ['npm run jobboard -- key approve 12'],
  options: adminOptions,
  exits: { 0: 'the key is active', 1: 'there is no such key, or it is revoked or expired' },
  async run(values, positionals) {
    const id = readKeyId('approve', positionals)
    const { status } = await openAdminApi(values)('POST', endpoint.path.replace('{keyId}', id), {})
    process.stdout.write(`key ${id} ${status}\n`)
    return 0
  },
})
