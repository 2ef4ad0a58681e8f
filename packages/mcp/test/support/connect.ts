import { fileURLToPath } from 'node:url'
import { Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'vitest'
import { type RunningHttp, startHttp } from '../../src/http/start-http.ts'
import { readSettings } from '../../src/settings.ts'

export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** The user of a client: receives each question and decides. */
export type Decide = (message: string) => ElicitResult

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

/** A connected client of the official SDK. */
export interface Connected {
  client: Client
  /** Calls a tool; `data` of a result, or the described error. */
  call(name: string, args?: object): Promise<{ isError: boolean; data: Json; text: string }>
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads the result before its shape is checked
type Json = any

/** Starts the server as a process of its own and connects over stdio. */
export async function connectStdio(
  baseUrl: string,
  apiKey: string,
  revision: Revision,
  decide?: Decide,
): Promise<Connected> {
  const { NODE_COMPILE_CACHE = '' } = process.env
  const env = { JOBBOARD_URL: baseUrl, JOBBOARD_API_KEY: apiKey, NODE_COMPILE_CACHE }
  const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN], env })
  return connect(transport, revision, decide)
}

/** An HTTP server on a free loopback port. */
export function startTestHttp(baseUrl: string, more: Record<string, string> = {}): Promise<RunningHttp> {
  return startHttp(readSettings({ JOBBOARD_URL: baseUrl, MCP_PORT: '0', ...more }, 'http'))
}

/** Connects over streamable HTTP. */
export function connectHttp(
  url: string,
  apiKey: string,
  revision: Revision,
  decide?: Decide,
): Promise<Connected> {
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
  return connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }), revision, decide)
}

async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  revision: Revision,
  decide: Decide | undefined,
): Promise<Connected> {
  const capabilities = decide ? { elicitation: {} } : {}
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy'
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } })
  if (decide) client.setRequestHandler('elicitation/create', async ({ params }) => decide(params.message))
  await client.connect(transport)
  expect(client.getNegotiatedProtocolVersion()).toBe(revision)
  return {
    client,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: { ...args } })
      const [{ text }] = result.content as { text: string }[] as [{ text: string }]
      const isError = result.isError === true
      const parsed = text.startsWith('{') ? JSON.parse(text) : { message: text }
      return { isError, text, data: isError ? parsed : parsed.data }
    },
    close: () => client.close(),
  }
}
