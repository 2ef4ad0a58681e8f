import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../page.ts'
import { idOf, pathIdOf, wireTimestamp } from '../text.ts'

/** Progress of a reindex; `done` can exceed `total` when candidates were added meanwhile. */
export const reindex = z
  .object({
    reindexId: idOf('reindex'),
    engine: z.enum(['postgres', 'meilisearch']).describe('The search engine whose index is rebuilt.'),
    reason: z
      .enum(['requested', 'first', 'lost'])
      .describe(
        '`requested` by an operator; `first`: there was no index; `lost`: the index was missing on the search server or replaced there.',
      ),
    startedAt: wireTimestamp().describe('When it started.'),
    finishedAt: wireTimestamp().nullable().describe('When it finished; null while it runs.'),
    done: z.int().describe('Candidates indexed so far; candidates that were added meanwhile count too.'),
    total: z.int().describe('Candidates at the start.'),
  })
  .meta({
    id: 'Reindex',
    description: 'A reindex and its progress.',
    example: {
      reindexId: 3,
      engine: 'meilisearch',
      reason: 'requested',
      startedAt: '2026-03-01T13:00:00.000Z',
      finishedAt: null,
      done: 40_000,
      total: 100_000,
    },
  })

export const startReindex = endpoint('POST /admin/v1/search/reindex', {
  service: 'search',
  name: 'start-reindex',
  summary: 'Rebuild the search index while searches continue',
  description: [
    'With Meilisearch a new index is filled beside the live one and replaces it when it is complete; with Postgres the documents are rebuilt in place. Every search meanwhile returns the exact result. A reindex survives a restart.',
    '',
    'While a reindex runs, returns that one and starts none.',
  ].join('\n'),
  body: z.object({}).describe('An empty object.'),
  status: 202,
  response: z
    .object({ reindexId: idOf('reindex') })
    .describe('The reindex that was started, or runs already.'),
})

export const getReindex = endpoint('GET /admin/v1/search/reindex/{reindexId}', {
  service: 'search',
  name: 'get-reindex',
  summary: 'Read the progress of a reindex',
  params: z.object({ reindexId: pathIdOf('reindex') }),
  response: reindex,
})

export const listReindexes = endpoint('GET /admin/v1/search/reindex', {
  service: 'search',
  name: 'list-reindexes',
  summary: 'List the reindexes that run or have run, newest first',
  query: z.object(pageQuery),
  response: pageOf(reindex),
})
