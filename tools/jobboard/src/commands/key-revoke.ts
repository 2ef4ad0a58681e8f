import { revokeKey as endpoint } from '@jobboard/contracts/keys/admin'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { readKeyId } from '../key-owner.ts'

/** Revokes a key. */
export const revokeKey = command({
  words: ['key', 'revoke'],
  summary: 'revoke a key; final',
  about: 'Revokes a key. Every gateway refuses it within 1 second; this cannot be undone',
  args: 'ID',
  example: ['npm run jobboard -- key revoke 12'],
  options: adminOptions,
  exits: { 0: 'the key is revoked', 1: 'there is no such key, or the job board did not respond' },
  async run(values, positionals) {
    const id = readKeyId('revoke', positionals)
    await openAdminApi(values)('DELETE', endpoint.path.replace('{keyId}', id))
    process.stdout.write(`key ${id} Revoked\n`)
    return 0
  },
})
