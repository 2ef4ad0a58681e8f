#!/usr/bin/env node
import { PassThrough } from 'node:stream'
import { parseArgs } from 'node:util'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { startHttp } from './http/start-http.ts'
import { createServer } from './server.ts'
import { readSettings } from './settings.ts'

// Standard output belongs to the protocol; everything for people goes to standard error.
try {
  const { values } = parseArgs({ options: { http: { type: 'boolean', default: false } } })
  const settings = readSettings(process.env, values.http ? 'http' : 'stdio')
  if (values.http) {
    const { url, close } = await startHttp(settings)
    console.error(`jobboard-mcp listens on ${url}`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
  } else {
    const access = { baseUrl: settings.JOBBOARD_URL, apiKey: settings.JOBBOARD_API_KEY! }
    // Without the end of standard input, at which the transport would drop calls that are not answered yet; the process ends when
    // nothing is left to answer.
    const input = process.stdin.pipe(new PassThrough(), { end: false })
    serveStdio(() => createServer(access), { transport: new StdioServerTransport(input) })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
