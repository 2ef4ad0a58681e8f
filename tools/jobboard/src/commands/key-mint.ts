import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { approveKey, type mintRecruiterKey } from '@jobboard/contracts/keys/admin'
import { MAX_ID } from '@jobboard/contracts/limits'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { ownerOptions, readOwner } from '../key-owner.ts'
import { count, flag, required, text, texts } from '../option.ts'
import { UsageError } from '../usage-error.ts'

/** Mints an API key and prints its text once. */
export const mintKey = command({
  words: ['key', 'mint'],
  summary: 'mint an API key; its text is printed once',
  about: 'Mints an API key. Its text goes to stdout and is shown only here; everything else goes to stderr',
  isData: true,
  usage: ['--employer ID --name NAME [options]', '--candidate ID --name NAME [options]'],
  example: [
    'KEY=$(npm run -s jobboard -- key mint --employer 1 --name "First key" --approve)',
    'curl -s localhost:8080/api/v1/key -H "Authorization: Bearer $KEY"',
  ],
  notes: [
    "An employer's key with the scope CvSearch, or of an employer without contract and credits, waits for an approval: until then every call with it is 401. --approve approves it at once; later: key approve.",
  ],
  strayAdvice: 'put quotes around NAME',
  options: {
    ...ownerOptions,
    name: required(text('NAME', 'the name of the key, shown in lists of keys')),
    scope: texts('SCOPE', 'what the key may do; repeat it for more (default: every scope)'),
    user: count(
      'ID',
      'the user who is recorded as the author of notes and scorecards; with --employer',
      1,
      MAX_ID,
    ),
    expires: text('TIME', 'when the key expires, such as 2030-01-31T12:00:00Z (default: never)'),
    approve: flag('approve the key when it waits for an approval'),
    ...adminOptions,
  },
  exits: {
    0: 'minted, and active or waiting for an approval, as stderr says',
    1: 'refused, or minted and not approved',
  },
  async run(values) {
    const owner = readOwner('mint', values)
    const wrong = values.scope.find((scope) => !owner.scopes.includes(scope))
    if (wrong !== undefined)
      throw new UsageError(`--scope must be one of ${owner.scopes.join(', ')}, got "${wrong}"`)
    if (values.user !== undefined && values.candidate !== undefined)
      throw new UsageError('--user needs --employer')
    const api = openAdminApi(values)

    const scopes = values.scope.length > 0 ? values.scope : owner.scopes
    const body = { name: values.name, scopes, userId: values.user, expiresAt: values.expires }
    const key = (await api('POST', owner.path, body)) as ResponseBody<typeof mintRecruiterKey>
    process.stdout.write(`${key.apiKey}\n`)
    const waits = key.status === 'PendingApproval'
    if (waits && values.approve) {
      await api('POST', approveKey.path.replace('{keyId}', String(key.id)), {}).catch((error: Error) => {
        throw new Error(`key ${key.id} was minted, but not approved: ${error.message}`)
      })
    }
    const status = waits && !values.approve ? `PendingApproval: key approve ${key.id}` : 'Active'
    process.stderr.write(`key ${key.id} (${scopes.join(', ')}) ${status}\n`)
    return 0
  },
})
