import { parseDocument } from 'yaml'

/** The longest front matter, in characters. */
const longest = 32_768

/** The fields of a front matter as texts, lists and maps of texts; and the text behind it. */
export type FrontMatter =
  | {
      readonly ok: true
      readonly fields: ReadonlyMap<string, unknown>
      readonly body: string
      readonly notes: readonly string[]
    }
  | { readonly ok: false; readonly problem: string }

/**
 * Splits a file at its front matter, which is between two lines `---`. Reading is lenient: a value with a colon need not be quoted.
 * Every value is text; aliases, which can grow without bound, are refused. Pure.
 */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)
  if (lines[0]?.trimEnd() !== '---') return refused('It does not begin with a line "---".')
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  if (end < 0) return refused('Its front matter is not closed by a line "---".')
  const written = lines.slice(1, end)
  const source = written.join('\n')
  if (source.length > longest)
    return refused(`Its front matter has ${source.length} characters, and ${longest} are allowed.`)
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim()
  const plain = parsed(source)
  if (typeof plain !== 'string') return { ok: true, fields: plain, body, notes: [] }
  const quoted = parsed(written.map(quoteValue).join('\n'))
  if (typeof quoted === 'string') return refused(`Its front matter is not YAML: ${plain}`)
  return {
    ok: true,
    fields: quoted,
    body,
    notes: ['Its front matter is not quite YAML: a value with a colon needs quotes.'],
  }
}

function parsed(source: string): ReadonlyMap<string, unknown> | string {
  try {
    const document = parseDocument(source, { schema: 'failsafe', logLevel: 'silent', strict: true, uniqueKeys: true })
    const [error] = document.errors
    if (error !== undefined) return error.message.split('\n')[0] ?? 'it cannot be read'
    // Names and values stay apart from everything that objects inherit.
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 0 })
    if (value === null || value === '') return new Map()
    if (!(value instanceof Map)) return 'it is not a list of fields'
    return new Map([...value].filter((entry): entry is [string, unknown] => typeof entry[0] === 'string'))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function quoteValue(line: string): string {
  const [, key = '', value = ''] = /^([A-Za-z][\w-]*): +(.*\S)\s*$/.exec(line) ?? []
  return key === '' || !value.includes(':') || /^["'|>[{]/.test(value) ? line : `${key}: ${JSON.stringify(value)}`
}

function refused(problem: string): FrontMatter {
  return { ok: false, problem }
}
