import fastify from 'fastify'
import { type Html, render } from '../../src/html/html.ts'
import { addStatic } from '../../src/html/static.ts'

/** The policy of every page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Serves these pages and the assets on a free port, as the portal does. */
export async function servePages(
  pages: Record<string, () => Html>,
): Promise<{ url: string; close(): Promise<void> }> {
  const app = fastify()
  addStatic(app)
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, (_, reply) =>
      reply
        .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'same-origin' })
        .type('text/html; charset=utf-8')
        .send(render(page())),
    )
  }
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}
