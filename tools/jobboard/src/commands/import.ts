import { createReadStream } from 'node:fs'
import { MAX_PUBLISH_DAYS, requestsPerMinute } from '@jobboard/contracts/limits'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { fromFolderOfUser } from '../files.ts'
import { lineParts, runImport } from '../import/candidates.ts'
import { type ImportOptions, importLines, report } from '../import/import-jobs.ts'
import { count, flag, text, texts, UsageError, withDefault } from '../option.ts'
import { print } from '../output.ts'

const DEFAULT_BASE_URL = 'http://127.0.0.1:8080'

/** Creates one job per line of a file and publishes it. */
export const importJobs = command({
  words: 'import jobs',
  summary: 'create and publish a job for each line of a file',
  about: 'Creates and publishes jobs from a file',
  args: 'FILE',
  usage: ['FILE --api-key KEY [options]'],
  example: [
    'npm start        # in another terminal',
    'KEY=$(node -p "require(\'./.jobboard/demo.json\').employers[0].apiKey")',
    'npm run jobboard -- import jobs tools/jobboard/sample/jobs.jsonl --api-key $KEY',
  ],
  notes:
    'Reads FILE line by line, creates a job for each line through the public API and publishes it. Each published job costs one JobPosting credit.',
  sections: {
    'FILE: one JSON object per line; a relative path is read from the folder in which you run the command': `  The fields are those of POST /api/v1/jobs: title, description, city, country, employmentType, remoteType, a salary,
  screeningQuestions and more. Without applyMethod it is PlatformApply.
  reference                  optional: your own id of the job, by which a later run recognises the line
  extra.countryCode          takes precedence over country, which may then be a name
  A line with another field is refused, with the nearest field; --ignore-unknown imports it without.`,
    'Run it again at any time': `  After an interruption or a corrected line run the same command again. For 24 hours a line that was imported
  before is recognised by its reference (without one: by its text) and neither created nor paid twice.`,
  },
  options: {
    'api-key': texts(
      'KEY',
      `recruiter key with scope JobPosting. Repeat the option to import faster: a key may make ${requestsPerMinute.jobs} calls a minute and a line takes two. Lines are dealt to the keys in order, and each key imports for its own employer: repeat an import with the same keys in the same order.`,
    ),
    'base-url': text('URL', `address of the public API (default: API_URL, or ${DEFAULT_BASE_URL})`),
    limit: count('N', 'import at most N lines', 1, 1_000_000_000),
    'publish-days': withDefault(
      count('N', `publish for N days, 1 to ${MAX_PUBLISH_DAYS}; 0 creates drafts only`, 0, MAX_PUBLISH_DAYS),
      30,
    ),
    'ignore-unknown': flag(
      'import lines without the fields that a job does not have; they are listed at the end',
    ),
    'allow-refused': flag('exit with 0 even if lines were refused'),
  },
  async run(values, [file]) {
    const baseUrl = values['base-url'] ?? process.env.API_URL ?? DEFAULT_BASE_URL
    if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
      throw new UsageError(`--base-url must be an http or https URL, such as ${DEFAULT_BASE_URL}`)
    }
    const options: ImportOptions = {
      file: fromFolderOfUser(file!),
      baseUrl,
      apiKeys: readApiKeys(values['api-key']),
      ...(values.limit !== undefined && { limit: values.limit }),
      publishDays: values['publish-days'],
      ignoresUnknown: values['ignore-unknown'],
    }
    return importFile(options, values['allow-refused'])
  },
})

async function importFile(options: ImportOptions, allowRefused: boolean): Promise<number> {
  try {
    const result = await importLines(options)
    print(report(result))
    return result.stopped || (result.refused.count > 0 && !allowRefused) ? 1 : 0
  } catch (error) {
    throw new Error(explain(error, options.file))
  }
}

function explain(error: unknown, file: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `there is no file ${file}`
  if (code === 'EISDIR') return `${file} is a folder; give a file with one JSON object per line`
  if (code === 'EACCES') return `${file} cannot be read: permission denied`
  return `${message}\nIs the job board running (npm start), and is --base-url right? Then run the same command again: it continues where it stopped.`
}

function readApiKeys(keys: string[]): string[] {
  if (keys.length === 0) throw new UsageError('--api-key is missing: add --api-key KEY, a recruiter key')
  if (!keys.every((key) => /^[!-~]+$/.test(key))) {
    throw new UsageError('--api-key must not contain spaces or non-ASCII characters')
  }
  return keys
}

/** Creates one candidate per line of a file. */
export const importCandidates = command({
  words: 'import candidates',
  summary: 'create a candidate for each line of a file',
  about: 'Creates candidates from a file through the Admin API',
  args: 'FILE',
  example: [
    'npm start        # in another terminal',
    `echo '{"firstName": "Ada", "lastName": "Berg", "email": "ada@example.com"}' > candidates.ndjson`,
    'npm run jobboard -- import candidates candidates.ndjson',
  ],
  sections: {
    'FILE: one JSON object per line, in UTF-8, with the fields of POST /admin/v1/candidates: firstName, lastName and email,': `  and any field of a profile, consentExpiresAt and isSearchable. A line has at most 1 MiB. A line with another field is
  rejected, with the nearest field. A relative path is read from the folder in which you run the command.`,
    'Run it again at any time': `  The e-mail address, without case, identifies a candidate: a line whose address exists is skipped and changes nothing.
  After an interruption, a crash or a corrected line run the same command again. --from-line saves the time to skip.`,
  },
  options: {
    'from-line': withDefault(count('N', 'begin at line N of the file', 1, 1_000_000_000), 1),
    'ignore-unknown': flag('import lines without the fields that a candidate does not have'),
    'include-erased': flag('also import persons who were erased; without it their lines are rejected'),
    ...adminOptions,
  },
  exits: { 130: 'interrupted with Ctrl-C' },
  async run(values, [file]) {
    const api = openAdminApi(values)
    const stream = createReadStream(fromFolderOfUser(file!), { highWaterMark: 1_048_576 })
    return runImport(api, lineParts(stream, values['from-line']), {
      includeErased: values['include-erased'],
      ignoresUnknown: values['ignore-unknown'],
    })
  },
})
