import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { readResume } from '../import/json-resume.ts'
import { runImport } from '../import/run-import.ts'
import {
  type CandidateLines,
  type CandidatesResult,
  emptyResult,
  reject,
  sendCandidates,
} from '../import/send-candidates.ts'
import { flag } from '../option.ts'
import { UsageError } from '../usage-error.ts'
import { fromFolderOfUser } from '../user-path.ts'

const MAX_FILES = 500
const MAX_BYTES = 4 * 1_048_576

/** Creates one candidate per JSON Resume file of a folder. */
export const importResumes = command({
  words: ['import', 'resumes'],
  summary: 'create a candidate for each JSON Resume file of a folder',
  about: 'Creates candidates from JSON Resume files (https://jsonresume.org) through the Admin API',
  args: 'DIR',
  sections: {
    'DIR: its files *.json are imported in the order of their names; folders in it are not. A relative path is read from the': `  folder in which you run the command. Versions 1.0 and before are read; basics.name and basics.email are required.
  basics, work, education, skills and languages become the profile; other parts are ignored. A file with an entry that
  cannot be read is rejected, and the entry named.`,
    'Run it again at any time': `  The e-mail address, without case, identifies a candidate: a file whose address exists is skipped and changes nothing.`,
  },
  options: {
    'include-erased': flag('also import persons who were erased; without it their files are rejected'),
    ...adminOptions,
  },
  exits: {
    0: 'every file is imported or was before',
    1: 'a file was rejected, or the import stopped early; the output says which file and why',
    130: 'interrupted with Ctrl-C',
  },
  async run(values, positionals) {
    const [folder, ...rest] = positionals
    if (!folder || rest.length > 0) throw new UsageError('import resumes takes one DIR: import resumes DIR')
    const api = openAdminApi(values)
    const result = emptyResult()
    const parts = resumeParts(fromFolderOfUser(folder), result)
    return runImport(result, 'files', (onProgress, signal) =>
      sendCandidates(api, parts, {
        includeErased: values['include-erased'],
        ignoresUnknown: false,
        ...{ result, onProgress, signal },
      }),
    )
  },
})

async function* resumeParts(folder: string, result: CandidatesResult): AsyncGenerator<CandidateLines> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  let names: string[] = []
  let lines: string[] = []
  let bytes = 0
  const take = (): CandidateLines => {
    const taken = names
    const body = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    names = []
    lines = []
    bytes = 0
    return { body, lines: taken.length, nameOf: (line) => taken[line - 1]! }
  }
  for (const name of files) {
    const line = await readResumeFile(join(folder, name))
    if ('problem' in line) {
      reject(result, name, line.problem)
      continue
    }
    names.push(name)
    lines.push(line.candidate)
    bytes += line.candidate.length
    if (names.length >= MAX_FILES || bytes >= MAX_BYTES) yield take()
  }
  if (names.length > 0) yield take()
}

async function readResumeFile(path: string): Promise<{ candidate: string } | { problem: string }> {
  try {
    if ((await stat(path)).size > MAX_BYTES) return { problem: 'the file is larger than 4 MiB' }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
    const read = readResume(JSON.parse(text))
    return 'problem' in read ? read : { candidate: JSON.stringify(read.candidate) }
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'the file is not valid JSON' }
    if (error instanceof TypeError) return { problem: 'the file is not valid UTF-8' }
    return {
      problem: `the file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`,
    }
  }
}
