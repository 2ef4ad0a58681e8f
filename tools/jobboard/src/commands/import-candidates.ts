import { createReadStream } from 'node:fs'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { lineParts } from '../import/line-parts.ts'
import { runImport } from '../import/run-import.ts'
import { type CandidateLines, emptyResult, sendCandidates } from '../import/send-candidates.ts'
import { count, flag, withDefault } from '../option.ts'
import { UsageError } from '../usage-error.ts'
import { fromFolderOfUser } from '../user-path.ts'

/** Creates one candidate per line of a file. */
export const importCandidates = command({
  words: ['import', 'candidates'],
  summary: 'create a candidate for each line of a file',
  about: 'Creates candidates from a file through the Admin API',
  args: 'FILE',
  example: [
    'npm start        # in another terminal',
    'npm run -s jobboard -- generate candidates --count 1000 > candidates.ndjson',
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
  exits: {
    0: 'every line is imported or was before',
    1: 'a line was rejected, or the import stopped early; the output says which line and why',
    130: 'interrupted with Ctrl-C',
  },
  async run(values, positionals) {
    const [file, ...rest] = positionals
    if (!file || rest.length > 0)
      throw new UsageError('import candidates takes one FILE: import candidates FILE')
    const fromLine = values['from-line']
    const api = openAdminApi(values)
    const stream = createReadStream(fromFolderOfUser(file), { highWaterMark: 1_048_576 })
    const result = emptyResult()
    return runImport(result, 'lines', (onProgress, signal) =>
      sendCandidates(api, toRequests(stream, fromLine), {
        includeErased: values['include-erased'],
        ignoresUnknown: values['ignore-unknown'],
        ...{ result, onProgress, signal },
      }),
    )
  },
})

async function* toRequests(stream: AsyncIterable<Buffer>, fromLine: number): AsyncGenerator<CandidateLines> {
  for await (const { body, firstLine, lines } of lineParts(stream, fromLine)) {
    yield { body, lines, nameOf: (line) => `line ${firstLine + line - 1}` }
  }
}
