import { type IncomingHttpHeaders, request } from 'node:http'
import { network } from '@jobboard/testkit/network'

export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
export const listTools = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

/** A request of revision 2026-07-28 by a client that can ask its user: its message and its headers. */
export function stateless(method: string, params: { name?: string; [param: string]: unknown } = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  }
  const message = { jsonrpc: '2.0', id: 3, method, params: { ...params, _meta } }
  const name = params.name !== undefined && { 'mcp-name': params.name }
  return { message, headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name } }
}

interface Reply {
  status: number
  session: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** Posts with these headers; unlike fetch, also with any Host and Origin. */
export function postTo(url: string, message: unknown, headers: Record<string, string>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const own = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', headers: { ...own, ...headers } }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      const session = response.headers['mcp-session-id'] as string | undefined
      response.on('end', () =>
        resolve({ status: response.statusCode!, session, headers: response.headers, body }),
      )
    })
    sent.on('error', reject)
    sent.end(typeof message === 'string' ? message : JSON.stringify(message))
  })
}

/** The headers of a key, and of its session. */
export const as = (apiKey: string, session?: string): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  ...(session !== undefined && { 'mcp-session-id': session }),
})

/** A job board that authenticates keys of an employer. */
export async function startKeys(): Promise<{
  url: string
  newKey(): Promise<string>
  stop(): Promise<void>
}> {
  const net = await network({ only: ['accounts', 'jobs', 'search'] })
  const employer = { name: 'Fjord Lamps', isTrustedPartner: true }
  const { id } = (await net.admin.post('/admin/v1/employers', employer)).body
  return {
    url: net.gateway.url,
    async newKey() {
      const key = { name: 'k', scopes: ['JobPosting'] }
      return (await net.admin.post(`/admin/v1/employers/${id}/api-keys`, key)).body.apiKey
    },
    stop: net.stop,
  }
}
