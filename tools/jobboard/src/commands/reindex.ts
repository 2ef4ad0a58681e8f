import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type getReindex, startReindex } from '@jobboard/contracts/search/reindex'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { followProgress } from '../follow-progress.ts'
import { text } from '../option.ts'

/** Rebuilds the search index and shows the progress. */
export const reindex = command({
  words: ['reindex'],
  summary: 'rebuild the search index while searches continue',
  about: 'Rebuilds the index of CV search; every search meanwhile returns the exact result',
  usage: ['', '--id REINDEX'],
  example: ['npm run jobboard -- reindex'],
  notes: [
    'While a reindex runs, follows that one and starts none. An index that is missing on the search server is rebuilt without this command.',
  ],
  strayAdvice: 'it takes no argument',
  options: {
    id: text('REINDEX', 'follow a reindex that was started before'),
    ...adminOptions,
  },
  exits: {
    0: 'the index is rebuilt',
    1: 'refused, or the search service did not respond',
    130: 'interrupted with Ctrl-C: the reindex continues',
  },
  async run(values) {
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
