import { pathToFileURL } from 'node:url'
import { type ToolOutput, toolOutput } from '@drawbridge/core'
import { formatBytes } from '../format-bytes.ts'
import { note } from '../note.ts'

/** Bigger images and documents are described, not shown. */
export const maxMediaBytes = 5 * 1024 * 1024

/** The longest side of an image that models accept, in pixels. */
const maxImageSide = 8_000

export interface MediaReading {
  readonly path: string
  readonly real: string
  readonly size: number
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** Returns true if a model can view content of this type. */
export function isShownMedia(mediaType: string): boolean {
  return mediaType.startsWith('image/') || mediaType === 'application/pdf'
}

/** Returns an image as an image block, a document as a resource block; a broken or too large image as a description. */
export async function mediaResult({ path, real, size, mediaType, bytes }: MediaReading): Promise<ToolOutput> {
  const check = mediaType.startsWith('image/')
    ? (await import('./image-size.ts')).checkImage(bytes, mediaType)
    : undefined
  if (check?.status === 'broken') return describedImage(path, { size, mediaType }, check.why)
  if (check !== undefined && Math.max(check.width, check.height) > maxImageSide) {
    const why = `${check.width} × ${check.height} pixels are too many; the limit is ${maxImageSide} a side`
    return describedImage(path, { size, mediaType }, why, check)
  }
  const data = Buffer.from(bytes).toString('base64')
  const block = mediaType.startsWith('image/')
    ? ({ type: 'image', mediaType, data } as const)
    : ({ type: 'resource', uri: pathToFileURL(real).href, mediaType, data } as const)
  return toolOutput({
    content: [block],
    data: { path, kind: 'media', size, media_type: mediaType, shown: true, ...dimensions(check) },
  })
}

interface MediaKind {
  readonly size: number
  readonly mediaType: string
}

interface Dimensions {
  readonly width: number
  readonly height: number
}

function dimensions(size: Dimensions | undefined) {
  return size === undefined ? {} : { width: size.width, height: size.height }
}

function describedImage(path: string, { size, mediaType }: MediaKind, why: string, pixels?: Dimensions): ToolOutput {
  return toolOutput({
    content: note(`"${path}" begins like ${mediaType}, ${formatBytes(size)}, and is not shown: ${why}.`),
    data: { path, kind: 'media', size, media_type: mediaType, shown: false, ...dimensions(pixels) },
  })
}

/** Returns a description of a file that is not shown. */
export function binaryResult(path: string, size: number, mediaType: string | undefined): ToolOutput {
  const isTooBig = mediaType !== undefined && isShownMedia(mediaType)
  const why = isTooBig
    ? `too large to show; the limit is ${formatBytes(maxMediaBytes)}`
    : 'binary, so not shown as text'
  return toolOutput({
    content: note(`"${path}" is ${mediaType ?? 'a file of unknown type'}, ${formatBytes(size)}: ${why}.`),
    data: { path, kind: isTooBig ? 'media' : 'binary', size, media_type: mediaType ?? null, shown: false },
  })
}
