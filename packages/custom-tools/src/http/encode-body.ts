import { randomBytes } from 'node:crypto'
import { isJsonObject } from '@drawbridge/core/base'
import { textOf } from '../template/read-template.ts'

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
): EncodedBody {
  switch (type) {
    case 'json':
      return { mediaType, content: JSON.stringify(value) }
    case 'form':
      return {
        mediaType,
        content: new URLSearchParams(formPairs(value).map(([name, text]): [string, string] => [name, text])).toString(),
      }
    case 'text':
      return { mediaType, content: textOf(value) }
    case 'multipart':
      return multipart(value)
    default:
      return type satisfies never
  }
}

/** Nothing of a value can end its part: the boundary is random. */
function multipart(value: unknown): EncodedBody {
  const boundary = `drawbridge-${randomBytes(18).toString('hex')}`
  const parts = formPairs(value).map(([name, text]) => {
    const shown = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
    return `--${boundary}\r\ncontent-disposition: form-data; name="${shown}"\r\n\r\n${text}\r\n`
  })
  return { mediaType: `multipart/form-data; boundary=${boundary}`, content: `${parts.join('')}--${boundary}--\r\n` }
}

/** Returns the parts of a JSON value as text, for a form. */
function formPairs(value: unknown): readonly (readonly [name: string, value: string])[] {
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) =>
    Array.isArray(item) ? item.map((each) => [name, textOf(each)] as const) : [[name, textOf(item)] as const],
  )
}
