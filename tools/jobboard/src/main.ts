import { resolve } from 'node:path'
import { type Command, HELP, readArguments } from './arguments.ts'
import { importJobs } from './import-jobs.ts'
import { progressLine, report } from './report.ts'

const PROGRESS_INTERVAL_MS = 2_000

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  let command: Command
  try {
    command = readArguments(args)
  } catch (error) {
    process.stderr.write(
      `jobboard: ${(error as Error).message}\nRun "npm run jobboard -- --help" for usage and an example.\n`,
    )
    return 2
  }
  if (command.help) {
    process.stdout.write(HELP)
    return 0
  }
  let shownAt = Date.now()
  try {
    const result = await importJobs(command.options, (soFar) => {
      if (Date.now() - shownAt < PROGRESS_INTERVAL_MS) return
      shownAt = Date.now()
      process.stderr.write(`${progressLine(soFar)}\n`)
    })
    process.stdout.write(`${report(result)}\n`)
    return result.stopped || (result.refused > 0 && !command.allowRefused) ? 1 : 0
  } catch (error) {
    process.stderr.write(`jobboard: ${explain(error, command.options.file)}\n`)
    return 1
  }
}

function explain(error: unknown, file: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `there is no file ${resolve(file)}; give its path from ${process.cwd()}`
  if (code === 'EISDIR') return `${resolve(file)} is a folder; give a file with one JSON object per line`
  if (code === 'EACCES') return `${resolve(file)} cannot be read: permission denied`
  return `${message}\nIs the job board running (npm start), and is --base-url right? Then run the same command again: it continues where it stopped.`
}
