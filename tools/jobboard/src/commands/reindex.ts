import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type getReindex, startReindex } from '@jobboard/contracts/endpoints/reindex'
import { ADMIN_HELP, adminOptions, openAdminApi } from '../admin-api.ts'
import { command, UsageError } from '../command.ts'
import { followProgress } from '../follow-progress.ts'

/** Rebuilds the search index and shows the progress. */
export const reindex = command({
  words: ['reindex'],
  summary: 'rebuild the search index while searches continue',
  help: `Rebuilds the index of CV search; every search meanwhile returns the exact result

Usage
  npm run jobboard -- reindex
  npm run jobboard -- reindex --id REINDEX   follow a reindex that is running

Try it
  npm run jobboard -- reindex

  While a reindex runs, follows that one and starts none. An index that is missing on the search server is rebuilt
  without this command.

Options
  --id REINDEX         follow a reindex that was started before
${ADMIN_HELP}

Exit codes
  0    the index is rebuilt
  1    refused, or the search service did not respond
  2    the command line is wrong
  130  interrupted with Ctrl-C: the reindex continues
`,
  options: { ...adminOptions, id: { type: 'string' } },
  async run(values, positionals) {
    if (positionals.length > 0) throw new UsageError(`reindex takes no argument, got ${positionals[0]}`)
    const api = openAdminApi(values)
    const id = values.id ?? String((await api('POST', startReindex.path, {})).reindexId)
    return followProgress({
      again: `reindex --id ${id}`,
      async read() {
        const path = `${startReindex.path}/${encodeURIComponent(id)}`
        const progress = (await api('GET', path)) as ResponseBody<typeof getReindex>
        const { engine, done, total, finishedAt } = progress
        const what = `reindex ${id} (${engine})`
        if (finishedAt) return { done: true, line: `${what} finished: ${done} candidates indexed` }
        return { done: false, line: `${what}: ${done} of ${total} candidates indexed` }
      },
    })
  },
})
