import { rotateKey as endpoint } from '@jobboard/contracts/endpoints/api-keys'
import { MAX_KEY_OVERLAP_SECONDS } from '@jobboard/contracts/limits'
import { ADMIN_HELP, adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { readKeyId } from '../key-owner.ts'
import { readCount } from '../read-count.ts'

/** Replaces a key by a successor and prints its text once. */
export const rotateKey = command({
  words: ['key', 'rotate'],
  summary: 'replace a key; the text of the new one is printed once',
  help: `Replaces a key by a new one with the same name, scopes, user and expiry. The text of the new key goes to stdout

Usage
  npm run -s jobboard -- key rotate ID [--overlap SECONDS]

Try it
  npm run -s jobboard -- key rotate 12 --overlap 86400

Options
  --overlap SECONDS    how long the old key still works, at most ${MAX_KEY_OVERLAP_SECONDS} (default: 0)
${ADMIN_HELP}

Exit codes
  0  rotated
  1  there is no such key, or it is revoked, expired or was rotated before
  2  the command line is wrong
`,
  options: { ...adminOptions, overlap: { type: 'string', default: '0' } },
  async run(values, positionals) {
    const id = readKeyId('rotate', positionals)
    const overlapSeconds = readCount('--overlap', values.overlap, 0, MAX_KEY_OVERLAP_SECONDS)
    const path = endpoint.path.replace('{keyId}', id)
    const key = await openAdminApi(values)('POST', path, { overlapSeconds })
    process.stdout.write(`${key.apiKey}\n`)
    process.stderr.write(`key ${key.id} ${key.status}; key ${id} works for ${overlapSeconds} s longer\n`)
    return 0
  },
})
