const formats = new Map<string, Intl.DateTimeFormat>()
/** Some for each zone of the readers. */
const MAX_FORMATS = 500

/** The format of these options, made once: making one takes longer than formatting with it a hundred times. Throws a
 * RangeError for a zone that does not exist. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options)
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(key, format)
  }
  return format
}
