import { fileURLToPath } from 'node:url'
import { endpoint } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { pageQuery } from '@jobboard/contracts/page'
import { id, line, pathId, text } from '@jobboard/contracts/text'
import { z } from 'zod'
import { route } from '../../src/http/route.ts'
import { type BaseEnv, baseEnv } from '../../src/lifecycle/env.ts'
import type { Service } from '../../src/runtime/service.ts'

// The smallest service that uses every feature of the chassis under test.
const access = { service: 'jobs', keys: ['recruiter'] } as const

const addBook = endpoint('POST /api/v1/books', {
  ...access,
  name: 'add-book',
  summary: 'Add a book',
  body: z.object({
    title: line().min(1, 'must not be empty'),
    pages: id().nullish(),
    blurb: text(100_000).nullish(),
  }),
  status: 201,
  response: z.object({ id: z.int(), title: z.string(), blurb: z.string().nullable() }),
  hasDryRun: true,
})

const getBook = endpoint('GET /api/v1/books/{id}', {
  ...access,
  name: 'get-book',
  summary: 'Read a book',
  params: z.object({ id: pathId() }),
  status: 200,
  response: z.object({ id: z.int(), title: z.string() }),
  problemNotFound: true,
})

const listBooks = endpoint('GET /api/v1/books', {
  ...access,
  name: 'list-books',
  summary: 'List the books',
  query: z.object(pageQuery),
  status: 200,
  response: z.array(z.object({ id: z.int() })),
})

const countBooks = endpoint('GET /internal/v1/books', {
  ...access,
  keys: undefined,
  name: 'count-books',
  summary: 'Count the books',
  status: 200,
  response: z.object({ count: z.int() }),
})

/** `add-book` awaits this inside its transaction, so that a test can hold requests there. */
export const addBookGate: { wait: Promise<void> } = { wait: Promise.resolve() }

/** Stores books per employer. The titles `broke`, `taken` and `bug` fail with 402, 400 and 500. */
export const bookService: Service<BaseEnv> = {
  name: 'jobs',
  env: baseEnv,
  migrations: [{ name: 'books', folder: fileURLToPath(new URL('./migrations', import.meta.url)) }],
  routes: [
    route(
      addBook,
      ({ commit, body, employerId }) =>
        commit(async (sql) => {
          if (body.title === 'broke') throw new ApiError('no_credits', 'No credits.')
          if (body.title === 'taken') throw new ApiError('invalid_state', 'This title is taken.')
          if (body.title === 'bug') throw new Error('secret detail')
          await addBookGate.wait
          const [row] = await sql<{ id: number; title: string; blurb: string | null }>`
            insert into book (employer_id, title, blurb) values (${employerId}, ${body.title}, ${body.blurb ?? null})
            returning id, title, blurb`
          return { body: row!, headers: { 'x-book-header': 'stored' } }
        }),
      // A faulty dry run: it writes.
      ({ read, body, employerId }) =>
        read(async (sql) => {
          await sql`insert into book (employer_id, title) values (${employerId}, ${body.title})`
          return {}
        }),
    ),
    route(getBook, async ({ sql, params, employerId }) => {
      const [row] = await sql<{ id: number; title: string }>`
        select id, title from book where id = ${params.id} and employer_id = ${employerId}`
      if (!row) throw notFound()
      return { body: row }
    }),
    route(listBooks, async ({ sql, query: { page, pageSize } }) => ({
      body: await sql<{ id: number }>`
        select id from book order by id limit ${pageSize} offset ${(page - 1) * pageSize}`,
    })),
    route(countBooks, async ({ sql }) => {
      const [row] = await sql<{ count: number }>`select count(*) as count from book`
      return { body: row! }
    }),
  ],
}
