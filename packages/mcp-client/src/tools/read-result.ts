import type { UnlabelledBlock } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'
import { isJsonObject, stableStringify } from '@drawbridge/core/base'
import { createEnclosure, enclose, enclosureNotice, harmless, stripInvisible } from '@drawbridge/core/untrusted'
import { resourceUri } from '../resources/resource-uri.ts'

/** The result of a call, as a server sent it. */
export interface ForeignResult {
  readonly content: readonly unknown[]
  readonly structuredContent?: unknown
  readonly isError?: boolean | undefined
}

/** A result as the pipeline takes it. */
export interface ReadResult {
  readonly content: readonly UnlabelledBlock[]
  readonly media: readonly UnlabelledBlock[]
  /** The structured part, without invisible characters. */
  readonly data: unknown
}

/**
 * Reads the content of a result. All of its text is between two lines that the server cannot have known; a structured part that
 * the text repeats is shown once.
 */
export function readResult(server: string, { content, structuredContent }: ForeignResult): ReadResult {
  const texts: string[] = []
  const media: UnlabelledBlock[] = []
  for (const item of content) {
    const block = mediaOf(item)
    if (block === undefined) texts.push(textOf(server, item))
    else media.push(block)
  }
  const data = structuredContent === undefined ? undefined : withoutInvisible(structuredContent)
  if (data !== undefined && !texts.some((text) => repeats(text, structuredContent))) {
    texts.push(JSON.stringify(data, undefined, 1))
  }
  return { content: texts.length === 0 && media.length === 0 ? [] : enclosed(server, texts.join('\n')), media, data }
}

/** Puts words of a server between marked lines, after a sentence that says what they are. */
export function enclosed(server: string, text: string): readonly UnlabelledBlock[] {
  if (text === '') return []
  return [
    { type: 'text', text: enclosureNotice(`the MCP server "${server}"`), label: ownLabel },
    { type: 'text', text: enclose(text, createEnclosure()) },
  ]
}

function mediaOf(item: unknown): UnlabelledBlock | undefined {
  if (!isJsonObject(item)) return undefined
  const { type, data, mimeType, resource } = item
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    return { type, mediaType: typeof mimeType === 'string' ? harmless(mimeType) : 'application/octet-stream', data }
  }
  if (type === 'resource' && isJsonObject(resource) && typeof resource.blob === 'string') {
    const media = typeof resource.mimeType === 'string' ? { mediaType: harmless(resource.mimeType) } : {}
    return { type: 'resource', uri: harmless(String(resource.uri)), ...media, data: resource.blob }
  }
  return undefined
}

function textOf(server: string, item: unknown): string {
  if (!isJsonObject(item)) return JSON.stringify(item)
  const { type, text, resource } = item
  if (type === 'text' && typeof text === 'string') return text
  if (type === 'resource' && isJsonObject(resource))
    return `[resource ${resourceUri({ server, uri: String(resource.uri) })}]\n${String(resource.text ?? '')}`
  if (type === 'resource_link') {
    const description = typeof item.description === 'string' ? `: ${item.description}` : ''
    return `[link to the resource ${resourceUri({ server, uri: String(item.uri) })}${description}]`
  }
  return JSON.stringify(item)
}

/** Many servers send their structured part as text too, for clients that only read text. */
function repeats(text: string, value: unknown): boolean {
  const [first] = text.trimStart()
  if (first !== '{' && first !== '[') return text === JSON.stringify(value)
  try {
    return stableStringify(JSON.parse(text)) === stableStringify(value)
  } catch {
    return false
  }
}

/** The same value without characters that no reader sees, keys included. */
function withoutInvisible(value: unknown): unknown {
  if (typeof value === 'string') return stripInvisible(value)
  if (Array.isArray(value)) return value.map(withoutInvisible)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [stripInvisible(key), withoutInvisible(part)]))
}
