import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { approveKey, type mintRecruiterKey } from '@jobboard/contracts/endpoints/api-keys'
import { MAX_ID } from '@jobboard/contracts/limits'
import { ADMIN_HELP, adminOptions, openAdminApi } from '../admin-api.ts'
import { command, UsageError } from '../command.ts'
import { OWNER_HELP, ownerOptions, readOwner } from '../key-owner.ts'
import { readCount } from '../read-count.ts'

/** Mints an API key and prints its text once. */
export const mintKey = command({
  words: ['key', 'mint'],
  summary: 'mint an API key; its text is printed once',
  help: `Mints an API key. Its text goes to stdout and is shown only here; everything else goes to stderr

Usage
  npm run -s jobboard -- key mint --employer ID --name NAME [options]
  npm run -s jobboard -- key mint --candidate ID --name NAME [options]

Try it
  KEY=$(npm run -s jobboard -- key mint --employer 1 --name "First key" --approve)
  curl -s localhost:8080/api/v1/key -H "Authorization: Bearer $KEY"

  An employer's key with the scope CvSearch, or of an employer without contract and credits, waits for an approval:
  until then every call with it is 401. --approve approves it at once; later: key approve.

Options
${OWNER_HELP}
  --name NAME          the name of the key, to tell keys apart
  --scope SCOPE        what the key may do; repeat it for more (default: every scope)
  --user ID            the user who is recorded as the author of notes and scorecards; with --employer
  --expires TIME       when the key expires, such as 2030-01-31T12:00:00Z (default: never)
  --approve            approve the key when it waits for an approval
${ADMIN_HELP}

Exit codes
  0  minted, and active or waiting for an approval, as stderr says
  1  refused, or minted and not approved
  2  the command line is wrong
`,
  options: {
    ...adminOptions,
    ...ownerOptions,
    name: { type: 'string' },
    scope: { type: 'string', multiple: true },
    user: { type: 'string' },
    expires: { type: 'string' },
    approve: { type: 'boolean', default: false },
  },
  async run(values, positionals) {
    if (positionals.length > 0)
      throw new UsageError(`key mint takes only options, got "${positionals[0]}"; put quotes around NAME`)
    const owner = readOwner('mint', values)
    if (!values.name) throw new UsageError('--name is missing: the name of the key')
    const wrong = values.scope?.find((scope) => !owner.scopes.includes(scope))
    if (wrong !== undefined)
      throw new UsageError(`--scope must be one of ${owner.scopes.join(', ')}, got "${wrong}"`)
    if (values.user !== undefined && values.candidate !== undefined)
      throw new UsageError('--user needs --employer')
    const userId = values.user === undefined ? undefined : readCount('--user', values.user, 1, MAX_ID)
    const api = openAdminApi(values)

    const scopes = values.scope ?? owner.scopes
    const body = { name: values.name, scopes, userId, expiresAt: values.expires }
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
