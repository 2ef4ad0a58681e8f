import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import { escapeHtml } from '../escape-html.ts'

const languages = { sh: bash, csharp, go, http, json, php, python, ts: typescript }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

/** Code as HTML: its tokens in elements with a class each (`hljs-string`), so that no inline style is needed. Text in
 * another language is only escaped. */
export function highlight(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code)
}
