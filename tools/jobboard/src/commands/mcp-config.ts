import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../command.ts'
import { readDemo } from '../demo/demo-file.ts'
import { dataDir, root } from '../files.ts'
import { choice, text, withDefault } from '../option.ts'
import { note } from '../output.ts'

const PLACEHOLDER = 'pk_live_...'
const main = join(root, 'packages', 'mcp', 'src', 'main.ts')

interface Server {
  command: string
  args: string[]
  env: { JOBBOARD_URL: string; JOBBOARD_API_KEY: string }
}

const clients = ['desktop', 'vscode', 'shell'] as const

const formats: Record<(typeof clients)[number], (server: Server) => string> = {
  desktop: (jobboard) => `${JSON.stringify({ mcpServers: { jobboard } }, null, 2)}\n`,
  vscode: (server) => `${JSON.stringify({ servers: { jobboard: { type: 'stdio', ...server } } }, null, 2)}\n`,
  shell: ({ command, args, env }) =>
    `${[
      ...Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`),
      ...[command, ...args].map(quoted),
    ].join(' ')}\n`,
}

/** Prints how an assistant's client starts the MCP server of this checkout. */
export const mcpConfig = command({
  words: 'mcp-config',
  summary: "print the configuration of an assistant's client for the MCP server",
  about: 'Prints how a client of the Model Context Protocol starts the MCP server of this checkout',
  isData: true,
  example: 'mcp-config --client shell     a line to run, from any folder',
  notes:
    'All paths are absolute, and the program is the Node of this checkout: it works from every folder, with any Node or none on the PATH. Without --api-key it has the key of the first demo employer, if npm start has written one. Give the assistant a key of its own with the scopes that it needs and no more (key mint).',
  options: {
    client: withDefault(
      choice(
        'CLIENT',
        `desktop: JSON with "mcpServers", as Claude Desktop, Cursor and many others read it; vscode: JSON for .vscode/mcp.json; shell: one line that starts the server, to try it. One of `,
        clients,
      ),
      'desktop',
    ),
    'api-key': text('KEY', "an employer's key"),
    'base-url': text(
      'URL',
      "address of the public API (default: API_URL, the demo's, or http://127.0.0.1:8080)",
    ),
  },
  async run(values) {
    const format = formats[values.client]
    if (!existsSync(main)) throw new Error(`there is no ${main}: run mcp-config in a checkout`)
    const demo = readDemo(dataDir())
    const env = {
      JOBBOARD_URL: values['base-url'] ?? process.env.API_URL ?? demo?.baseUrl ?? 'http://127.0.0.1:8080',
      JOBBOARD_API_KEY: values['api-key'] ?? demo?.employers[0]?.apiKey ?? PLACEHOLDER,
    }
    process.stdout.write(format({ command: process.execPath, args: [main], env }))
    if (env.JOBBOARD_API_KEY === PLACEHOLDER) {
      note(`Replace ${PLACEHOLDER} with the key of an employer.`)
    }
    return 0
  },
})

/** A word of a shell command. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
