import { byError, byStatus, failureTexts as texts } from './failure-texts.ts'

/** What an attempt was, in words, and what to do about it. */
export interface Verdict {
  isSuccess: boolean
  title: string
  advice?: string
}

/** The result of an attempt. Every text is ours; what the receiver said is shown apart. */
export function verdictOf({
  statusCode: status,
  error,
}: {
  statusCode: number | null
  error: string | null
}): Verdict {
  if (status === null) {
    const known = error !== null && Object.hasOwn(byError, error) ? byError[error]! : undefined
    return { isSuccess: false, ...(known ?? { title: texts.noResponse }) }
  }
  if (status >= 200 && status <= 299) return { isSuccess: true, title: texts.accepted(status) }
  if (status >= 500) return { isSuccess: false, title: texts.failed(status), advice: texts.serverFailed }
  if (status >= 300 && status <= 399) {
    return { isSuccess: false, title: texts.redirected(status), advice: texts.notFollowed }
  }
  return { isSuccess: false, title: texts.refused(status), advice: byStatus[status] ?? texts.only2xx }
}
