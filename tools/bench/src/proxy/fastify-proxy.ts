// The usual proxy for comparison: Fastify with @fastify/http-proxy, retries and logging off.
// `node fastify-proxy.ts <port> <upstream port>`
import httpProxy from '@fastify/http-proxy'
import Fastify from 'fastify'

const [port, upstreamPort] = process.argv.slice(2)
const app = Fastify({ logger: false })
await app.register(httpProxy, {
  upstream: `http://127.0.0.1:${upstreamPort}`,
  retryMethods: [],
  undici: { connections: 128, pipelining: 1 },
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
