import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listRecruiterKeys } from '@jobboard/contracts/endpoints/api-keys'
import { ADMIN_HELP, adminOptions, openAdminApi } from '../admin-api.ts'
import { command, UsageError } from '../command.ts'
import { OWNER_HELP, ownerOptions, readOwner } from '../key-owner.ts'
import { table } from '../table.ts'

/** Prints the keys of an employer or a candidate, without their texts. */
export const listKeys = command({
  words: ['key', 'list'],
  summary: 'list the keys of an employer or a candidate, without their texts',
  help: `Lists the keys of an employer or a candidate, newest first. The text of a key cannot be read again

Usage
  npm run jobboard -- key list --employer ID
  npm run jobboard -- key list --candidate ID

Try it
  npm run jobboard -- key list --employer 1

Options
${OWNER_HELP}
${ADMIN_HELP}

Exit codes
  0  listed
  1  there is no such employer or candidate, or the job board did not respond
  2  the command line is wrong
`,
  options: { ...adminOptions, ...ownerOptions },
  async run(values, positionals) {
    if (positionals.length > 0) throw new UsageError(`key list takes only options, got "${positionals[0]}"`)
    const { path } = readOwner('list', values)
    const keys = (await openAdminApi(values)('GET', path)) as unknown as ResponseBody<
      typeof listRecruiterKeys
    >
    const rows = keys.map(({ id, name, status, scopes, expiresAt, lastUsedAt }) => {
      return [String(id), name, status, scopes.join(','), expiresAt ?? 'never', lastUsedAt ?? 'never']
    })
    const header = ['ID', 'NAME', 'STATUS', 'SCOPES', 'EXPIRES', 'LAST USED']
    if (rows.length > 0) process.stdout.write(table([header, ...rows]))
    process.stdout.write(`${rows.length} keys\n`)
    return 0
  },
})
