import { type Html, render } from '@jobboard/html/html'
import { addStatic } from '@jobboard/html/static'
import fastify from 'fastify'

/** The policy of every page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Serves these pages and the assets on a free port, as the portal does. A POST is kept in `posts` and waits for
 *  `respond` before it shows the page `/`. */
export async function servePages(pages: Record<string, () => Html>): Promise<{
  url: string
  posts: string[]
  respond(): void
  close(): Promise<void>
}> {
  const app = fastify()
  const posts: string[] = []
  const held = Promise.withResolvers<void>()
  addStatic(app)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, body),
  )
  app.post('/*', async (request, reply) => {
    posts.push(String(request.body))
    await held.promise
    return reply.redirect('/', 303)
  })
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, (_, reply) =>
      reply
        .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'same-origin' })
        .type('text/html; charset=utf-8')
        .send(render(page())),
    )
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, posts, respond: held.resolve, close: () => app.close() }
}
