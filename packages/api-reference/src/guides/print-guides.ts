import { json } from 'node:stream/consumers'
import { renderGuide } from './render-guide.ts'

// Reads a list of Markdown texts from standard input and prints the list of what they are rendered to.
const texts = (await json(process.stdin)) as string[]
process.stdout.write(JSON.stringify(texts.map(renderGuide)))
