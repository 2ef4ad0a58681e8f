import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { adminOptions, readAddress } from '../admin-api.ts'
import { root } from '../checkout.ts'
import { command } from '../command.ts'
import { readDemo, writeDemo } from '../demo/demo-file.ts'
import { makePortalLinks, printedLinks } from '../demo/portal-links.ts'
import { seed as addDemoData } from '../demo/seed.ts'
import { threeCalls } from '../demo/three-calls.ts'
import { text } from '../option.ts'
import { fromFolderOfUser } from '../user-path.ts'

/** Adds demo data and prints calls to try. */
export const seed = command({
  words: ['seed'],
  summary: 'add demo data, write demo.json and print links of the portal and three calls to try',
  about:
    'Adds two employers, three candidates and four jobs, writes demo.json with their keys, and prints one-time links of the portal and three calls',
  example: ['docker compose --profile demo up -d --build     the same from docker-compose.yml'],
  notes: [
    'Run again with the demo.json of the same job board it adds nothing. Not for production: the demo employers have credits and working keys. demo.json has the admin token and can be read by its owner only.',
  ],
  options: {
    out: text('FOLDER', 'where demo.json is written (default: DATA_DIR, or .jobboard in the checkout)'),
    'base-url': text('URL', 'address of the public API (default: API_URL, or http://127.0.0.1:8080)'),
    'shown-base-url': text(
      'URL',
      'address of the public API in demo.json and the printed calls (default: SHOWN_API_URL, or --base-url)',
    ),
    'shown-admin-url': text(
      'URL',
      'address of the Admin API in demo.json and the printed calls (default: SHOWN_ADMIN_URL, or --admin-url)',
    ),
    ...adminOptions,
  },
  exits: {
    0: 'the demo data exists, and demo.json is written',
    1: 'refused, or the job board did not respond',
  },
  async run(values) {
    const { url: adminUrl, token: adminToken } = readAddress(values)
    const baseUrl = values['base-url'] ?? process.env.API_URL ?? 'http://127.0.0.1:8080'
    const folder =
      values.out === undefined
        ? resolve(root, process.env.DATA_DIR || '.jobboard')
        : fromFolderOfUser(values.out)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const log = (line: string) => void process.stderr.write(`${line}\n`)
    const addresses = { baseUrl, adminUrl, adminToken }
    const demo = await addDemoData(addresses, readDemo(folder), log)
    const links = await makePortalLinks(addresses, demo)
    const shown = {
      ...demo,
      portalUrl: links.portalUrl,
      baseUrl: values['shown-base-url'] ?? process.env.SHOWN_API_URL ?? baseUrl,
      adminUrl: values['shown-admin-url'] ?? process.env.SHOWN_ADMIN_URL ?? adminUrl,
    }
    writeDemo(folder, shown)
    process.stdout.write(`${printedLinks(links, demo)}\nTo try in a shell:\n\n${threeCalls(shown)}`)
    return 0
  },
})
