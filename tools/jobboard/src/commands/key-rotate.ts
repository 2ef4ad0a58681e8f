import { rotateKey as endpoint } from '@jobboard/contracts/keys/admin'
import { MAX_KEY_OVERLAP_SECONDS } from '@jobboard/contracts/limits'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { readKeyId } from '../key-owner.ts'
import { count, withDefault } from '../option.ts'

/** Replaces a key by a successor and prints its text once. */
export const rotateKey = command({
  words: ['key', 'rotate'],
  summary: 'replace a key; the text of the new one is printed once',
  about:
    'Replaces a key by a new one with the same name, scopes, user and expiry. The text of the new key goes to stdout',
  isData: true,
  args: 'ID',
  example: ['npm run -s jobboard -- key rotate 12 --overlap 86400'],
  options: {
    overlap: withDefault(
      count(
        'SECONDS',
        `how long the old key still works, at most ${MAX_KEY_OVERLAP_SECONDS}`,
        0,
        MAX_KEY_OVERLAP_SECONDS,
      ),
      0,
    ),
    ...adminOptions,
  },
  exits: { 0: 'rotated', 1: 'there is no such key, or it is revoked, expired or was rotated before' },
  async run(values, positionals) {
    const id = readKeyId('rotate', positionals)
    const overlapSeconds = values.overlap
    const path = endpoint.path.replace('{keyId}', id)
    const key = await openAdminApi(values)('POST', path, { overlapSeconds })
    process.stdout.write(`${key.apiKey}\n`)
    process.stderr.write(`key ${key.id} ${key.status}; key ${id} works for ${overlapSeconds} s longer\n`)
    return 0
  },
})
