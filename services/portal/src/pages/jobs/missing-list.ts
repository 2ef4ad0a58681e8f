import { type Html, html } from '../../html/html.ts'
import { texts } from './texts.ts'

/** What a draft needs to be published, each a link to its field in the form. */
export function missingList(jobId: number, fields: readonly string[]): Html {
  const labels: Record<string, { label: string } | undefined> = texts.fields
  return html`<ul class="jb-missing">
    ${fields.map((name) => {
      return html`<li><a href=${`/jobs/${jobId}/edit#field-${name}`}>${labels[name]?.label ?? name}</a></li>`
    })}
  </ul>`
}
