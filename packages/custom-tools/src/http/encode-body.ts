import { randomBytes } from 'node:crypto'
import { defined, isJsonObject } from '@drawbridge/core/base'
import type { BodyEncoding } from '../definition/definition-schema.ts'
import { textOf } from '../template/read-template.ts'
import { encodeText, serializeQuery } from './serialize-parameter.ts'

/** A body with the value of its `Content-Type`. */
export interface EncodedBody {
  readonly mediaType: string
  readonly content: string
}

/** Encodes the body of a request. */
export function encodeBody(
  type: 'json' | 'form' | 'multipart' | 'text',
  mediaType: string,
  value: unknown,
  encoding: BodyEncoding = {},
): EncodedBody {
  switch (type) {
    case 'json':
      return { mediaType, content: JSON.stringify(value) }
    case 'form':
      return { mediaType, content: formPairs(value, encoding).join('&') }
    case 'text':
      return { mediaType, content: textOf(value) }
    case 'multipart':
      return multipart(value, encoding)
    default:
      return type satisfies never
  }
}

/** Nothing of a value can end its part: the boundary is random. */
function multipart(value: unknown, encoding: BodyEncoding): EncodedBody {
  const boundary = `drawbridge-${randomBytes(18).toString('hex')}`
  const parts = membersOf(value).flatMap(([name, item]) => {
    const shown = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
    return (Array.isArray(item) ? item : [item]).map((each) => {
      const type =
        encodingOf(encoding, name)?.content_type ?? (typeof each === 'object' ? 'application/json' : undefined)
      const typeLine = type === undefined ? '' : `content-type: ${type}\r\n`
      return `--${boundary}\r\ncontent-disposition: form-data; name="${shown}"\r\n${typeLine}\r\n${textOf(each)}\r\n`
    })
  })
  return { mediaType: `multipart/form-data; boundary=${boundary}`, content: `${parts.join('')}--${boundary}--\r\n` }
}

/** Returns the pairs of a form. A member without a style is JSON if it is an object, and comes several times if it is a list. */
function formPairs(value: unknown, encoding: BodyEncoding): readonly string[] {
  return membersOf(value).flatMap(([name, item]) => {
    const { style, explode, allow_reserved } = encodingOf(encoding, name) ?? {}
    if (style === undefined && explode === undefined && isJsonObject(item))
      return [`${encodeText(name)}=${encodeText(textOf(item))}`]
    const known = style ?? 'form'
    const isExploded = explode ?? (known === 'form' || known === 'deepObject')
    const parameter = { name, argument: name, in: 'query', style: known, explode: isExploded } as const
    return serializeQuery({ ...parameter, ...defined({ allow_reserved }) }, item)
  })
}

function membersOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  return isJsonObject(value) ? Object.entries(value).filter(([, item]) => item !== null && item !== undefined) : []
}

function encodingOf(encoding: BodyEncoding, name: string) {
  return Object.hasOwn(encoding, name) ? encoding[name] : undefined
}
