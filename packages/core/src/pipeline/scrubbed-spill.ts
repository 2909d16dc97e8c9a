import type { ArtifactOrigin, ArtifactStore, ArtifactWriter } from '../artifact/artifact-store.ts'
import type { Scrubber } from '../scrub/index.ts'
import type { OutputSpill } from '../tool/output-spill.ts'

/** A spill into the artifact store, by way of the scrubber: nothing reaches the disk as it came. */
export function scrubbedSpill(store: ArtifactStore, scrubber: Scrubber, origin: ArtifactOrigin): OutputSpill {
  const stream = scrubber.stream()
  const decoder = new TextDecoder()
  let writer: ArtifactWriter | undefined
  let failed = false

  const attempt = async <Value>(act: (open: ArtifactWriter) => Promise<Value>): Promise<Value | undefined> => {
    if (failed) return undefined
    try {
      writer ??= await store.create(origin)
      return await act(writer)
    } catch {
      failed = true
      await writer?.discard().catch(() => undefined)
      return undefined
    }
  }
  const writeText = async (text: string): Promise<void> => {
    if (text !== '') await attempt((open) => open.write(text))
  }

  return {
    write: (chunk) => writeText(stream.push(decoder.decode(chunk, { stream: true }))),
    finish: async () => {
      await writeText(stream.push(decoder.decode()) + stream.flush())
      const artifact = await attempt((open) => open.finish())
      if (artifact === undefined) return undefined
      const { id, mediaType, bytes } = artifact
      return { type: 'artifact_ref', id, mediaType, bytes }
    },
    discard: async () => void (await writer?.discard().catch(() => undefined)),
  }
}
