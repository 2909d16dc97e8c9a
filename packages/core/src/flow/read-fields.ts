import { isJsonObject, parseJson } from '../json/index.ts'

/** One value of a structured result. */
export interface Field {
  /** JSON pointer. */
  readonly pointer: string
  /** The name of the field; of the list, for an item. Folded to lower case, without separators at its end. */
  readonly name: string
  readonly value: string
  /** The innermost object that it belongs to. */
  readonly record: FieldRecord
}

/** An object of a structured result. */
export interface FieldRecord {
  readonly fields: Field[]
}

/** The largest text that is read as a structure. */
const mostText = 400_000

const mostFields = 20_000

/** Reads a text or value as a structure: JSON, YAML and what prints like them. No fields if it is plain text. */
export async function readFields(content: unknown): Promise<readonly Field[]> {
  const fields: Field[] = []
  try {
    const value = typeof content === 'string' ? await parseText(content) : content
    if (typeof value === 'object' && value !== null) collect(value, '', '', { fields: [] }, fields)
    return fields
  } catch {
    // Nested so deep that it cannot be read: no field of it vouches.
    return []
  }
}

async function parseText(text: string): Promise<unknown> {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > mostText) return undefined
  if (/^[[{]/.test(trimmed)) {
    const json = jsonOf(trimmed)
    if (json !== undefined) return json
  } else if (!looksLikeYaml(trimmed)) {
    return undefined
  }
  const { parseDocument } = await import('yaml')
  const document = parseDocument(trimmed, { schema: 'failsafe', logLevel: 'silent', uniqueKeys: false })
  if (document.errors.length > 0) return undefined
  return document.toJS({ maxAliasCount: 0 })
}

function jsonOf(text: string): unknown {
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : undefined
}

/** Every line outside an indented block begins an item or a field: prose with a colon does not. */
function looksLikeYaml(text: string): boolean {
  return (
    text.split('\n', 2_000).every((line) => /^(?:\s|$|- |-$|["']?[\w .@-]{1,60}["']?:(?:\s|$)|[}\]])/.test(line)) &&
    /^(?:- |["']?[\w .@-]{1,60}["']?:(?:\s|$))/.test(text)
  )
}

function collect(value: unknown, pointer: string, name: string, record: FieldRecord, fields: Field[]): void {
  if (fields.length >= mostFields) return
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${pointer}/${index}`, name, record, fields)
  } else if (isJsonObject(value)) {
    const own: FieldRecord = { fields: [] }
    for (const [key, item] of Object.entries(value)) {
      const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1')
      collect(item, `${pointer}/${escaped}`, key.toLowerCase().replace(/_+$/, ''), own, fields)
    }
  } else if (value !== null && value !== undefined && value !== '') {
    const field: Field = { pointer, name, value: String(value), record }
    record.fields.push(field)
    fields.push(field)
  }
}
