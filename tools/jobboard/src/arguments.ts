import { parseArgs } from 'node:util'
import { employmentTypes, remoteTypes } from '@jobboard/contracts/job'
import { MAX_PUBLISH_DAYS, requestsPerMinute } from '@jobboard/contracts/limits'
import type { ImportOptions } from './import-jobs.ts'

/** A parsed command line. */
export type Command = { help: true } | { help: false; options: ImportOptions; allowRefused: boolean }

const DEFAULT_BASE_URL = 'http://127.0.0.1:8080'
const DEFAULT_PUBLISH_DAYS = '30'

export const HELP = `jobboard: command line for operators of the job board

Usage
  npm run jobboard -- import jobs FILE --api-key KEY [options]

  Reads FILE line by line, creates a job for each line through the public API and publishes it.
  Each published job costs one JobPosting credit.

Try it
  npm start        # in another terminal
  KEY=$(node -p "require('./.jobboard/demo.json').employers[0].apiKey")
  npm run jobboard -- import jobs tools/jobboard/sample/jobs.jsonl --api-key $KEY

FILE: one JSON object per line
  title, description, city   text
  country                    ISO 3166-1 alpha-2 code, such as NO; extra.countryCode takes precedence
  employmentType             ${employmentTypes.join(', ')}
  remoteType                 ${remoteTypes.join(', ')}
  applyMethod                PlatformApply (default), EmailApply with applyEmailAddress, or ExternalApply with
                             applyUrl
  reference                  optional: your own id of the job, by which a later run recognises the line
  Other fields are ignored.

Options
  --api-key KEY        recruiter key with scope JobPosting. Repeat the option to import faster: a key may make
                       ${requestsPerMinute.jobs} calls a minute and a line takes two. Lines are dealt to the keys in order, and each key
                       imports for its own employer: repeat an import with the same keys in the same order.
  --base-url URL       address of the public API (default: ${DEFAULT_BASE_URL})
  --limit N            import at most N lines
  --publish-days N     publish for N days, 1 to ${MAX_PUBLISH_DAYS} (default: ${DEFAULT_PUBLISH_DAYS}); 0 creates drafts only
  --allow-refused      exit with 0 even if lines were refused
  -h, --help           show this text

Run it again at any time
  After an interruption or a corrected line run the same command again. For 24 hours a line that was imported
  before is recognised by its reference (without one: by its text) and neither created nor paid twice.

Exit codes
  0  every line is imported
  1  a line was refused, or the import stopped early; the output says which line and why
  2  the command line is wrong
`

const options = {
  'api-key': { type: 'string', multiple: true },
  'base-url': { type: 'string', default: DEFAULT_BASE_URL },
  limit: { type: 'string' },
  'publish-days': { type: 'string', default: DEFAULT_PUBLISH_DAYS },
  'allow-refused': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Parses the arguments. Throws an error whose message says what is wrong and what to write instead. */
export function readArguments(args: string[]): Command {
  const { values, positionals } = parse(args)
  if (values.help || args.length === 0) return { help: true }
  const [verb, noun, file, ...rest] = positionals
  if (verb !== 'import' || noun !== 'jobs') {
    const given = positionals.length > 0 ? `unknown command "${positionals.join(' ')}"` : 'no command given'
    throw new Error(`${given}; the command is "import jobs FILE"`)
  }
  if (!file) throw new Error('FILE is missing: import jobs FILE')
  if (rest.length > 0) throw new Error(`import jobs takes one FILE, got ${rest.length + 1}`)
  const baseUrl = values['base-url']
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    throw new Error(`--base-url must be an http or https URL, such as ${DEFAULT_BASE_URL}`)
  }
  return {
    help: false,
    allowRefused: values['allow-refused'],
    options: {
      file,
      baseUrl,
      apiKeys: readApiKeys(values['api-key']),
      limit: values.limit === undefined ? undefined : readCount('--limit', values.limit, 1, 1_000_000_000),
      publishDays: readCount('--publish-days', values['publish-days'], 0, MAX_PUBLISH_DAYS),
    },
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // The first sentence names the option; the rest is about arguments that start with a dash.
    throw new Error((error as Error).message.split(/\.\s/)[0])
  }
}

function readApiKeys(keys: string[] = []): string[] {
  if (keys.length === 0) throw new Error('--api-key is missing: add --api-key KEY, a recruiter key')
  if (!keys.every((key) => /^[!-~]+$/.test(key))) {
    throw new Error('--api-key must not contain spaces or non-ASCII characters')
  }
  return keys
}

function readCount(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Error(`${name} must be a whole number from ${min} to ${max}`)
}
