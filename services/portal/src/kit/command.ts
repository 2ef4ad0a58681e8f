import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint, ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError, type ErrorCode } from '@jobboard/contracts/error'
import { panel } from '@jobboard/html/blocks'
import { form, type Submit } from '@jobboard/html/form'
import { type Child, type Html, html } from '@jobboard/html/html'
import { errorsOf, type FormData, text } from '../http/form.ts'
import type { Outcome, Page, Visit } from '../http/page.ts'
import { newOperation, paramsOf } from '../http/visit.ts'
import { type AskInput, copyable } from '../peers/ask.ts'
import type { Fields, More } from './fields.ts'

/** What is wrong, by the name of the field; `''` concerns the whole form. */
export type Errors = Record<string, string>

/** Something a person does with a form: the form, and the action that it is posted to. */
export interface Command extends Page {
  /** The form; after a refusal with what was typed and what is wrong. */
  form(visit: Visit, shown?: Shown): Html
  panel(visit: Visit, title: string, shown?: Shown): Html
}

interface Options<E extends Endpoint> extends Pick<Page, 'path' | 'roles' | 'size'> {
  submit: Submit
  /** Enter in a select sends the form too. */
  moves?: boolean
  fields?: Fields
  /** A tick that is demanded before anything is done. */
  confirm?: { question: string; tick: string }
  /** The call, which acts once per form; without one `done` does everything. */
  call?: E
  /** In place of the call alone: several calls as one, or one to many services. What it throws is a refusal of the form. */
  act?(visit: Visit, input: AskInput<E>): Promise<ResponseBody<E>>
  /** Of the call: by default those of the page's path, and the own employer. */
  params?(visit: Visit): AskInput<E>['params']
  /** Of the call: by default what `fields` read. */
  body?(sent: FormData, visit: Visit): unknown
  /** Fields of the example that the form shows as a call, where the form begins empty. */
  example?: FormData
  /** The form carries the price that it was shown with, and the call spends no more. */
  isPriced?: boolean
  /** What the service cannot know; it runs before the call. */
  check?(visit: Visit): Partial<Errors> | undefined | Promise<Partial<Errors> | undefined>
  /** A refusal in the words of the page, by its code; others stand at the field that the service names. */
  refusals?: Partial<Record<ErrorCode, Errors | ((error: ApiError) => Errors)>>
  /** The field of a JSON Pointer, where it has another name. */
  fieldOf?(pointer: string, sent: FormData): string
  /** Where the person goes when it is done. */
  done(visit: Visit, result: ResponseBody<E>, headers: IncomingHttpHeaders): Outcome | Promise<Outcome>
  /** The page with the form, shown again after a refusal. */
  again(visit: Visit): Outcome | Promise<Outcome>
}

export interface Shown {
  values?: FormData
  /** What only this request knows of the fields. */
  fields?: More
  /** What is sent along. */
  hidden?: Record<string, string | string[]>
  /** A text is a paragraph. */
  before?: Child
  after?: Child
  beside?: Child
  /** In place of the question of `confirm`. */
  question?: string
  submit?: Partial<Submit>
  price?: number
  /** Where the path of the command has other parameters than that of the page. */
  params?: Record<string, string>
}

/** A form and its action. Nothing about a service that does not answer is said here: `http/kept.ts` responds. */
export function command<E extends Endpoint>(options: Options<E>): Command {
  const { path, roles, fields, confirm, call, isPriced } = options
  const refusals: Options<E>['refusals'] = {
    idempotency_key_reused: {
      '': 'This form has been sent before with other values, and that was done. To do it again with these values, send the form again.',
    },
    ...options.refusals,
  }
  const inputOf = (visit: Visit, sent: FormData) => {
    const { person, params } = visit
    const own = person.kind === 'user' && { employerId: String(person.employerId) }
    return {
      params: options.params?.(visit) ?? (call && paramsOf(call, { ...params, ...own })),
      ...(call?.body && { body: options.body ? options.body(sent, visit) : fields?.read(sent) }),
    } as AskInput<E>
  }

  const actionOf = ({ params }: Visit) =>
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

  async function handle(visit: Visit): Promise<Outcome> {
    const { form: sent, operation } = visit
    const refuse = (errors: Errors, code?: ErrorCode) => {
      const labels = fields?.labels ?? {}
      const refused = { action: actionOf(visit), values: sent, errors, labels, code }
      return options.again({ ...visit, refused })
    }
    if (confirm && text(sent, 'confirmed') !== 'yes')
      return refuse({ '': 'Tick the box to confirm it. Nothing was done yet.' })
    const wrong = await options.check?.(visit)
    if (wrong) return refuse(wrong as Errors)
    let headers: IncomingHttpHeaders = {}
    let result: ResponseBody<E> | undefined
    try {
      const maxCredits = isPriced ? { maxCredits: Number(text(sent, 'price')) || 0 } : {}
      const input = inputOf(visit, sent)
      if (options.act) result = await options.act(visit, input)
      else if (call) {
        const asked = await visit.asked(call, input, { operation, ...maxCredits })
        ;({ body: result, headers } = asked)
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const said = refusals?.[error.code]
      if (error.code === 'not_found' && !said) throw error
      const fieldOf = options.fieldOf && ((pointer: string) => options.fieldOf!(pointer, sent))
      const errors = said ?? errorsOf(error, fieldOf)
      return refuse(typeof errors === 'function' ? errors(error) : errors, error.code)
    }
    return options.done(visit, result as ResponseBody<E>, headers)
  }

  const made: Command = {
    ...{ method: 'POST', path, roles, handle, size: options.size },
    panel: (visit, title, shown) => panel({ title, body: made.form(visit, shown) }),
    form({ params, ...rest }, { values = {}, hidden = {}, price, ...shown } = {}) {
      const { refused, deps, csrf } = rest
      const visit = { ...rest, params: { ...params, ...shown.params } }
      const action = actionOf(visit)
      const entered = refused?.action === action ? refused : { values, errors: {} }
      const sent = { ...hidden, ...(price !== undefined && { price: String(price) }) }
      const shownCall = call && copyable(deps.env, call, inputOf(visit, { ...options.example, ...values }))
      if (shownCall) visit.calls.push(shownCall)
      return form({
        action,
        csrf,
        operation: newOperation(),
        submit: { ...options.submit, ...shown.submit },
        beside: shown.beside,
        moves: options.moves,
        confirm: confirm && { ...confirm, question: shown.question ?? confirm.question },
        body: [
          typeof shown.before === 'string' ? html`<p>${shown.before}</p>` : shown.before,
          Object.entries(sent).map(([name, value]) =>
            [value].flat().map((one) => html`<input type="hidden" name=${name} value=${one} />`),
          ),
          fields?.show(entered, shown.fields),
          shown.after,
        ],
      })
    },
  }
  return made
}
