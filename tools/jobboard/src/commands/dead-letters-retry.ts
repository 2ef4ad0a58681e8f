import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import * as endpoints from '@jobboard/contracts/operators/operations'
import { type AdminApi, adminOptions, openAdminApi, Refused } from '../admin-api.ts'
import { command } from '../command.ts'
import { deadLetterPath, readIds } from '../dead-letter-id.ts'
import { flag } from '../option.ts'
import { serviceOption } from '../service-option.ts'
import { warnOfUnavailable } from '../unavailable.ts'
import { UsageError } from '../usage-error.ts'

/** Handles dead letters again, one after the other. */
export const retryDeadLetters = command({
  words: ['dead-letters', 'retry'],
  summary: 'handle dead letters again, after the cause is repaired',
  args: 'ID...',
  usage: ['ID...', '--all [--service SERVICE]'],
  example: [
    'npm run jobboard -- dead-letters retry pipeline-12',
    'npm run jobboard -- dead-letters retry --all --service pipeline',
  ],
  notes: [
    'The event is handled at once. When it takes effect, the dead letter is deleted in the same transaction. When it fails again, the dead letter stays, with the new error. Repair the cause first.',
  ],
  options: {
    all: flag('every dead letter that exists when the command starts'),
    service: serviceOption('only with --all: '),
    ...adminOptions,
  },
  exits: {
    0: 'every event took effect',
    1: 'an event failed again, or a service did not respond; the output says which and why',
  },
  async run(values, positionals) {
    if (values.all && positionals.length > 0) throw new UsageError('give IDs or --all, not both')
    if (!values.all && values.service)
      throw new UsageError('--service needs --all: dead-letters retry --all --service S')
    const ids = values.all ? undefined : readIds('retry', positionals)
    const api = openAdminApi(values)
    const found = ids
      ? { ids, unavailable: [] }
      : await findAll(api, values.service && { service: values.service })
    let failed = 0
    for (const id of found.ids) if (!(await retry(api, id))) failed++
    const retried = found.ids.length - failed
    process.stdout.write(`${retried} retried, ${failed} failed\n`)
    return Math.max(warnOfUnavailable(found.unavailable), failed > 0 ? 1 : 0)
  },
})

async function retry(api: AdminApi, id: string): Promise<boolean> {
  try {
    await api('POST', deadLetterPath(id, '/retry'))
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw new Error(`${id}: ${(error as Error).message}`)
    process.stdout.write(`${id}: ${error.message}\n`)
    return false
  }
}

/** All IDs first: a retry that fails again moves its dead letter to the start of the list. */
async function findAll(api: AdminApi, service: { service?: string } = {}) {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ page: String(page), pageSize: String(MAX_PAGE_SIZE), ...service })
    const body = await api('GET', `${endpoints.listDeadLetters.path}?${query}`)
    const { items, total, unavailable } = body as ResponseBody<typeof endpoints.listDeadLetters>
    ids.push(...items.map(({ id }) => id))
    if (items.length === 0 || page * MAX_PAGE_SIZE >= total) return { ids, unavailable }
  }
}
