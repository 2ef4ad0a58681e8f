import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listRecruiterKeys } from '@jobboard/contracts/keys/admin'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { ownerOptions, readOwner } from '../key-owner.ts'
import { table } from '../table.ts'

/** Prints the keys of an employer or a candidate, without their texts. */
export const listKeys = command({
  words: ['key', 'list'],
  summary: 'list the keys of an employer or a candidate, without their texts',
  about: 'Lists the keys of an employer or a candidate, newest first. The text of a key cannot be read again',
  usage: ['--employer ID', '--candidate ID'],
  example: ['npm run jobboard -- key list --employer 1'],
  options: {
    ...ownerOptions,
    ...adminOptions,
  },
  exits: { 0: 'listed', 1: 'there is no such employer or candidate, or the job board did not respond' },
  async run(values) {
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
