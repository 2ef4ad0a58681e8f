import { type Command, HELP, readArguments } from './arguments.ts'
import { importJobs } from './import-jobs.ts'
import { progressLine, report } from './report.ts'

const PROGRESS_MS = 2_000

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  let command: Command
  try {
    command = readArguments(args)
  } catch (error) {
    process.stderr.write(`jobboard: ${(error as Error).message}; see jobboard --help\n`)
    return 2
  }
  if (command.help) {
    process.stdout.write(HELP)
    return 0
  }
  let shownAt = Date.now()
  try {
    const result = await importJobs(command.options, (soFar) => {
      if (Date.now() - shownAt < PROGRESS_MS) return
      shownAt = Date.now()
      process.stderr.write(`${progressLine(soFar)}\n`)
    })
    process.stdout.write(`${report(result)}\n`)
    return result.stopped || (result.refused > 0 && !command.allowRefused) ? 1 : 0
  } catch (error) {
    process.stderr.write(`jobboard: ${(error as Error).message}\n`)
    return 1
  }
}
