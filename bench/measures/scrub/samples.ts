import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../node_modules')
const size = 120_000
/** Short, so that a run fits between two interruptions by other work. */
const hostileSize = 30_000

/** Returns strings as they come from a file or a socket: flat and, if the text allows, one byte per character. */
function flat(text: string): string {
  return Buffer.from(text.slice(0, size), 'latin1').toString('latin1')
}

/** The first characters of the files of one kind, in the order of their paths. */
function gather(pattern: RegExp): string {
  let text = ''
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !pattern.test(entry.name)) continue
    text += readFileSync(join(entry.parentPath, entry.name), 'utf8')
    if (text.length >= size) break
  }
  return flat(text)
}

/** Lines as servers write them: times, levels, key=value pairs, addresses, identifiers. */
function logs(): string {
  const lines: string[] = []
  for (let number = 0, length = 0; length < size; number++) {
    const line = `2026-11-28T00:${String(number % 60).padStart(2, '0')}:07.${number % 1000}Z INFO http method=GET path=/v1/items/${number} status=200 token_type=user key=item:${number} duration=${number % 97}ms client=10.0.${number % 256}.4 trace=${(number * 2_654_435_761).toString(16)}`
    lines.push(line)
    length += line.length + 1
  }
  return flat(lines.join('\n'))
}

/** Settings as `env`, `.env` and YAML files hold them: nearly every line assigns something, a third to a telling name. */
function settings(): string {
  const lines: string[] = []
  for (let number = 0, length = 0; length < size; number++) {
    const line = [
      `SERVICE_${number}_URL=http://service-${number}.internal:80${number % 90}/v1`,
      `SERVICE_${number}_API_KEY=$SERVICE_API_KEY`,
      `cache_ttl_seconds: ${number % 3_600}`,
      `password: <set when deployed>`,
      `token_type: bearer`,
      `key: item-${number}`,
      `secret_name: service-${number}-credentials`,
      `  auth: none`,
      `LOG_LEVEL=info`,
    ][number % 9] as string
    lines.push(line)
    length += line.length + 1
  }
  return flat(lines.join('\n'))
}

/** Typical results of tools. */
export const ordinaryTexts: ReadonlyMap<string, string> = new Map([
  ['text (Markdown)', gather(/\.md$/)],
  ['source (TypeScript)', gather(/\.ts$/)],
  ['JSON', gather(/\.json$/)],
  ['logs', logs()],
  ['settings', settings()],
  ['minified code', gather(/\.min\.js$/)],
])

const hostileUnits = [
  'a',
  'key=',
  'keykey',
  'key ',
  'password: ',
  'token="',
  'eyJ',
  '.eyJ',
  'sk-',
  '://a:',
  '-u a:',
  'kind: secret\n',
  'bearer ',
  'pass-pw-key.',
  '"',
  '\\"',
  ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' '),
]

/** Texts that ask the most of a scanner: one unit over and over. */
export const hostileTexts: ReadonlyMap<string, string> = new Map(
  hostileUnits.map((unit) => [JSON.stringify(unit), flat(unit.repeat(Math.ceil(hostileSize / unit.length)))]),
)
