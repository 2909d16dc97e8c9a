import { isJsonObject } from '@drawbridge/core/base'
import { ProtocolError, type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { ServedRun } from '../current-run.ts'
import { artifactIdOf } from './artifact-uri.ts'

/** Pages of one reading. The limits of the run count each of them. */
const mostPages = 10

const internalError = -32_603

/**
 * Reads the artifact that a result links to, by the calls that a model would make, so that policy and limits hold. What is beyond
 * the pages of one reading is named at the end. Rejects with MCP's error for a URI that no result of ours has.
 */
export async function readArtifact(uri: string, run: ServedRun, signal: AbortSignal): Promise<ReadResourceResult> {
  const id = artifactIdOf(uri)
  if (id === undefined) throw new ResourceNotFoundError(uri)
  let text = ''
  let mimeType = 'text/plain'
  let offset: number | undefined = 0
  for (let page = 0; offset !== undefined && page < mostPages; page++) {
    const {
      status,
      result,
      text: message,
    } = await run.call({ name: 'artifact.read', arguments: { id, offset } }, { signal })
    if (status !== 'ok') {
      if (result.code === 'file_not_found') throw new ResourceNotFoundError(uri, message)
      throw new ProtocolError(internalError, message)
    }
    const data = isJsonObject(result.data) ? result.data : {}
    const [first] = result.content
    if (first?.type === 'text' && data.bytes !== 0) text += first.text
    if (typeof data.mediaType === 'string') mimeType = data.mediaType
    offset = typeof data.next_offset === 'number' ? data.next_offset : undefined
  }
  const rest = offset === undefined ? '' : `\n[... more follows: read on with artifact.read from offset ${offset}]\n`
  return { contents: [{ uri, mimeType, text: text + rest }] }
}
