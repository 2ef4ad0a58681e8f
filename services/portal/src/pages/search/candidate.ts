import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { UNLOCK_WINDOW_DAYS } from '@jobboard/contracts/limits'
import { getCandidate, previewCandidate } from '@jobboard/contracts/search/search'
import { fullName } from '@jobboard/contracts/text'
import { empty, linkButton, missingPart, notice, pageHead, panel } from '../../html/blocks.ts'
import { errorSummary } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { money, number, userText, when } from '../../html/values.ts'
import { errorsOf, text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { backOf, candidatePath } from './back.ts'
import {
  agreedPrice,
  costReader,
  isAffordable,
  leftAfter,
  type Price,
  priceField,
  priceText,
  readPrice,
} from './price.ts'
import { fullProfile, previewProfile } from './profile.ts'
import { texts } from './texts.ts'

type Preview = ResponseBody<typeof previewCandidate>
type FullProfile = ResponseBody<typeof getCandidate>
const roles = ['EmployerAdmin', 'Recruiter'] as const
const DAY_MS = 86_400_000
const MAX_TITLE = 80

/** A candidate as CV search shows them: the preview, and the whole profile while it is unlocked. */
export const candidate: Page[] = [
  {
    method: 'GET',
    path: '/search/candidates/:candidateId',
    roles,
    handle: (visit) => showCandidate(visit),
  },
  {
    method: 'POST',
    path: '/search/candidates/:candidateId/unlock',
    roles,
    async handle(visit) {
      const input = inputOf(visit)
      if (text(visit.form, 'confirmed') !== 'yes') return showCandidate(visit, texts.unlockUnconfirmed)
      const spent = costReader()
      try {
        const options = { maxCredits: agreedPrice(visit.form), onHeaders: spent.onHeaders }
        await visit.ask(getCandidate, input, options)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return hidden()
        if (error instanceof ApiError && error.code === 'precondition_failed')
          return showCandidate(visit, 'price')
        return showCandidate(visit, Object.values(errorsOf(error))[0])
      }
      const { cost, left } = spent.spent()
      const said =
        cost > 0 ? texts.unlockedNow(money(cost, 'CvDownload'), number(left)) : texts.unlockedBefore
      return redirect(candidatePath(input.params.id, text(visit.form, 'back')), said)
    },
  },
]

function inputOf({ params }: Visit) {
  return { params: { id: params.candidateId! } }
}

/** The page of a candidate. `error` is why a form was refused; 'price': it shows the new price. */
async function showCandidate(visit: Visit, error?: string): Promise<Outcome> {
  const input = inputOf(visit)
  let shown: [Preview, Price | undefined]
  try {
    shown = await Promise.all([
      visit.ask(previewCandidate, input),
      readPrice(visit, 'CvDownload', getCandidate, input),
    ])
  } catch (thrown) {
    if (thrown instanceof ApiError && ['not_found', 'invalid_request'].includes(thrown.code)) return hidden()
    throw thrown
  }
  const [preview, price] = shown
  const profile = price?.cost === 0 ? await readUnlocked(visit, input) : undefined
  return profile ? showProfile(visit, profile) : showPreview(visit, preview, price, error)
}

/** The profile, unless its window has just ended: a GET never pays. */
async function readUnlocked(
  visit: Visit,
  input: ReturnType<typeof inputOf>,
): Promise<FullProfile | undefined> {
  try {
    return await visit.ask(getCandidate, input, { maxCredits: 0 })
  } catch (error) {
    if (error instanceof ApiError && ['precondition_failed', 'no_credits'].includes(error.code))
      return undefined
    throw error
  }
}

function showProfile(visit: Visit, profile: FullProfile): Outcome {
  const name = fullName(profile)
  return view({
    title: name.slice(0, MAX_TITLE),
    body: html`<div class="jb-stack">
      ${pageHead({
        title: userText(name, { lines: 2 }),
        lead: userText(profile.headline, { lines: 3 }),
        actions: backButton(visit),
      })}
      ${fullProfile(profile, visit.zone)}
    </div>`,
  })
}

function showPreview(
  visit: Visit,
  preview: Preview,
  price: Price | undefined,
  error: string | undefined,
): Outcome {
  const said = error === 'price' && price ? texts.priceChanged(priceText(price)) : error
  return view({
    title: `${texts.candidateTitle} ${preview.name.slice(0, MAX_TITLE)}`,
    status: error === undefined ? 200 : error === 'price' ? 409 : 422,
    body: html`<div class="jb-stack">
      ${pageHead({
        title: userText(preview.name, { lines: 2 }),
        lead: userText(preview.headline, { lines: 3 }),
        actions: backButton(visit),
      })}
      ${said && errorSummary({ values: {}, errors: { '': said } }, {})}
      <div class="jb-candidate">
        ${previewProfile(preview, visit)} ${unlockPanel(visit, preview.candidateId, price)}
      </div>
    </div>`,
  })
}

function unlockPanel(visit: Visit, candidateId: number, price: Price | undefined): Html {
  const input = { params: { id: candidateId } }
  if (!price) return missingPart({ service: 'search', what: texts.unlockPriceOf })
  const until = new Date(visit.now.getTime() + UNLOCK_WINDOW_DAYS * DAY_MS)
  return panel({
    title: texts.unlockTitle,
    body: [
      html`<p>${texts.unlockGives}</p>`,
      isAffordable(price)
        ? form({
            action: `/search/candidates/${candidateId}/unlock`,
            csrf: visit.csrf,
            operation: visit.operation,
            submit: { label: texts.unlockFor(priceText(price)), icon: 'unlock' },
            body: html`<div class="jb-search-fields">
              ${priceField(price)}
              <input type="hidden" name="back" value=${backOfVisit(visit)} />
              <p class="jb-price"><span>${texts.unlockPrice(priceText(price), leftAfter(price))} ${texts.freeUntil} ${when(until, visit.zone, 'date')}.</span></p>
              <p class="jb-hint">${texts.freeFor}</p>
            </div>`,
            confirm: { question: texts.unlockQuestion(priceText(price)), tick: texts.unlockTick },
            call: copyable(visit.deps.env, getCandidate, input),
          })
        : notice({ tone: 'warning', body: texts.noCredits(price.kind) }),
    ],
  })
}

function backOfVisit({ query, form }: Visit): string {
  return backOf(query.back ?? text(form, 'back'))
}

function backButton(visit: Visit): Html {
  const href = backOfVisit(visit)
  return linkButton({ href, label: href === '/search' ? texts.back : texts.backToResult, icon: 'previous' })
}

function hidden(): Outcome {
  return view({
    title: texts.hiddenTitle,
    status: 404,
    body: html`<div class="jb-stack">
      ${pageHead({ title: texts.hiddenTitle })}
      ${empty({ title: texts.nothingSpentTitle, text: texts.hidden, action: linkButton({ href: '/search', label: texts.back }) })}
    </div>`,
  })
}
