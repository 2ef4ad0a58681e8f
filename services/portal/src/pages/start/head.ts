import { pageHead } from '../../html/blocks.ts'
import type { Html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import type { Visit } from '../../http/visit.ts'
import { texts } from './texts.ts'

/** The top of the start page. */
export function startHead({ person: { name, role } }: Visit): Html {
  return pageHead({ title: userText(texts.title(name), { lines: 2 }), lead: texts.lead[role] })
}
