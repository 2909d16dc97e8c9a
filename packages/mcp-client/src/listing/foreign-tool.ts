import { createHash } from 'node:crypto'
import { isJsonObject, stableStringify } from '@drawbridge/core/base'
import { stripInvisible } from '@drawbridge/core/untrusted'
import { asksForSecret } from '../elicitation/asks-for-secret.ts'

/** A tool as a server describes it, with everything that a model or a person sees of it. */
export interface ForeignTool {
  /** As the server calls it. */
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema?: Readonly<Record<string, unknown>>
  readonly annotations?: Readonly<Record<string, unknown>>
  /** The user interface that it names in `_meta.ui`. */
  readonly ui?: unknown
}

/** A tool that a server offered and that is left out, with the reason. */
export interface RejectedTool {
  readonly name: string
  readonly reason: string
}

/** The tools of a list, and those that were left out. */
export interface ReadTools {
  readonly tools: readonly ForeignTool[]
  readonly rejected: readonly RejectedTool[]
}

const nameShape = /^[A-Za-z0-9_.-]{1,128}$/
const maxTextLength = 16_384
const maxBytes = 256 * 1024
const maxDepth = 64

/** Reads a list entry by entry, so that a bad tool costs only itself. Of two tools that a reader would confuse, the later one is left out. */
export function readTools(items: readonly unknown[]): ReadTools {
  const tools: ForeignTool[] = []
  const rejected: RejectedTool[] = []
  const seen = new Map<string, string>()
  for (const [index, item] of items.entries()) {
    const name = isJsonObject(item) && typeof item.name === 'string' ? item.name : `number ${index + 1}`
    const reason = objectionTo(item)
    const other = seen.get(foldToolName(name))
    if (reason !== undefined) rejected.push({ name: shortName(name), reason })
    else if (other === name) rejected.push({ name, reason: 'The server lists it twice.' })
    else if (other !== undefined) rejected.push({ name, reason: `Its name looks like "${other}".` })
    else {
      seen.set(foldToolName(name), name)
      tools.push(toolOf(item as Readonly<Record<string, unknown>>))
    }
  }
  return { tools, rejected }
}

/** Returns a text that is the same for tools with the same definition, and for no others. */
export function fingerprintOf(definition: unknown): string {
  return createHash('sha256').update(stableStringify(definition)).digest('hex')
}

function objectionTo(item: unknown): string | undefined {
  if (!isJsonObject(item)) return 'It is not an object.'
  const { name, description = '', title = '', inputSchema, outputSchema = {}, annotations = {} } = item
  if (typeof name !== 'string' || !nameShape.test(name)) {
    return 'Its name is not 1 to 128 letters, digits, "_", "-" and ".".'
  }
  if (typeof description !== 'string' || typeof title !== 'string') return 'Its title or description is not a text.'
  if (description.length > maxTextLength) return `Its description is longer than ${maxTextLength} characters.`
  if (!isJsonObject(inputSchema)) return 'Its input schema is not an object.'
  if (!isJsonObject(outputSchema)) return 'Its output schema is not an object.'
  if (!isJsonObject(annotations)) return 'Its annotations are not an object.'
  if (depthOf(item, maxDepth) > maxDepth) return `Its definition is nested deeper than ${maxDepth} levels.`
  const text = JSON.stringify(item)
  if (text.length > maxBytes) return `Its definition is larger than ${maxBytes / 1024} KiB.`
  if (hasInvisible(item)) return 'Its definition has invisible characters or controls.'
  const exposed = secretInHeader(inputSchema)
  if (exposed !== undefined) {
    return `It has its argument "${shortName(exposed)}" sent in a header, which servers between write to their logs.`
  }
  if (isJsonObject(item.execution) && item.execution.taskSupport === 'required') {
    return 'It must be called as a task, which is not supported.'
  }
  return undefined
}

function toolOf(item: Readonly<Record<string, unknown>>): ForeignTool {
  const { name, title, description = '', inputSchema, outputSchema, annotations, _meta: meta } = item
  return {
    name: name as string,
    ...(title === undefined ? {} : { title: title as string }),
    description: description as string,
    inputSchema: inputSchema as ForeignTool['inputSchema'],
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as ForeignTool['inputSchema'] }),
    ...(annotations === undefined ? {} : { annotations: annotations as ForeignTool['inputSchema'] }),
    ...(isJsonObject(meta) && meta.ui !== undefined ? { ui: meta.ui } : {}),
  }
}

/** One spelling for names that a reader takes for the same: case, `-` and `_`, and digits that look like letters. */
function foldToolName(name: string): string {
  return name.toLowerCase().replaceAll(/[-.]/g, '_').replaceAll('0', 'o').replaceAll(/[1i]/g, 'l')
}

/** Looks at every text of a definition, keys included. Line ends and emoji are accepted. */
function hasInvisible(value: unknown): boolean {
  if (typeof value === 'string') return stripInvisible(value) !== value.replaceAll(/\r\n?/g, '\n')
  if (Array.isArray(value)) return value.some(hasInvisible)
  if (!isJsonObject(value)) return false
  return Object.entries(value).some(([key, part]) => hasInvisible(key) || hasInvisible(part))
}

/** Returns the name of an argument that reads like a secret and that the schema wants in a header too. */
function secretInHeader({ properties }: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (!isJsonObject(property)) continue
    if ('x-mcp-header' in property && asksForSecret(name)) return name
    const inner = secretInHeader(property)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Returns how deep a value is nested, or something above `most` as soon as that is known. */
function depthOf(root: unknown, most: number): number {
  let depth = 0
  for (let level: readonly unknown[] = [root]; level.length > 0 && depth <= most; depth += 1) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return depth
}

function shortName(name: string): string {
  return name.length <= 80 ? name : `${name.slice(0, 77)}...`
}
