import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@jobboard/testkit/eventually'
import type { Block } from './blocks.ts'

import type { Shell } from './shell.ts'
import { differences } from './shown-output.ts'
import { hasRuntime } from './vectors.ts'

const OTHER_TERMINAL = /^# In (a|the) (second|third) terminal/
const OTHER_TERMINAL_PRINTS = /The (second|third) terminal prints:$/
const BACKGROUND_DEADLINE_MS = 90_000
const START = /^(\w+=\w+ )?npm start\n$/
/** What a guide says above a command that reads something a moment after it was written. */
const SHOWN_LATER = /\bsome \d+ ms after\b/
const SHOWN_LATER_DEADLINE_MS = 20_000

/** Does what a reader does: saves the blocks with a file name where the shell is, runs the commands in order, each guide in a shell of its
 * own, and compares what they print with the `json` and `text` blocks that follow. Throws at the first difference. */
export async function runGuide(name: string, blocks: readonly Block[], shell: Shell): Promise<void> {
  let background = finished('')
  let latest = background
  for (const block of blocks) {
    const { language, text, fileName, paragraph, isOutput } = block
    const place = `docs/guides/${name}.md:${block.line}`
    if (fileName) writeFileSync(join((await shell.run('pwd')).trim(), fileName), text)
    else if (isOutput) {
      await expectShown(
        place,
        language as 'json' | 'text',
        text,
        OTHER_TERMINAL_PRINTS.test(paragraph) ? background : latest,
      )
    } else if (language === 'sh') {
      const missing = ['python3'].find((program) => text.includes(program) && !hasRuntime(program))
      if (missing) {
        console.warn(`SKIPPED: ${place} and the blocks that follow: ${missing} is not on this machine.`)
        return
      }
      if (START.test(text)) continue
      if (OTHER_TERMINAL.test(text)) {
        background = { read: await shell.start(text), deadlineMs: BACKGROUND_DEADLINE_MS }
        latest = background
      } else {
        const run = () =>
          shell.run(text).catch((error: Error) => {
            throw new Error(`${place}: ${error.message}`)
          })
        latest = SHOWN_LATER.test(paragraph)
          ? { read: run, deadlineMs: SHOWN_LATER_DEADLINE_MS }
          : finished(await run())
      }
    } else if (!['http', 'json', 'text'].includes(language))
      throw new Error(`${place}: a block of ${language} needs a file name`)
  }
}

/** What a block prints, and how long to wait for it. */
interface Output {
  read(): string | Promise<string>
  deadlineMs: number
}

function finished(printed: string): Output {
  return { read: () => printed, deadlineMs: 0 }
}

async function expectShown(
  place: string,
  language: 'json' | 'text',
  shown: string,
  { read, deadlineMs }: Output,
): Promise<void> {
  let found: string[] = []
  let printed = ''
  const isShown = async () => {
    printed = await read()
    found = differences(language, shown, printed)
    return found.length === 0
  }
  await eventually(place, isShown, deadlineMs).catch(() => {
    throw new Error(
      `${place}: the output is not what the guide shows: ${found.join('; ')}\nIt is:\n${printed}`,
    )
  })
}
