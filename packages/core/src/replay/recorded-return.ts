import type { EndEvent } from '../event/drawbridge-event.ts'
import type { ContentBlock, UnlabelledBlock } from '../result/content-block.ts'

/** A tool's return, as far as the pipeline has to process it again. */
export interface RecordedReturn {
  /** Without what the failure itself says, and what was added on the way out. */
  readonly content: string | readonly UnlabelledBlock[]
  readonly media: readonly UnlabelledBlock[] | undefined
  /**
   * True if the pipeline's cut cannot be made again: the full output is missing, and the content is the remaining part.
   */
  readonly isCut: boolean
}

/**
 * Takes a recorded result apart.
 * @param whole The text of its artifact, if that still exists.
 */
export function recordedReturn(end: EndEvent, whole: string | undefined): RecordedReturn {
  const { result, added = [], labelled = false, silent = false } = end
  const { truncated, artifact } = result.meta
  const shown = result.content.slice(0, result.content.length - added.length)
  const unlabelled = (blocks: readonly ContentBlock[]): readonly UnlabelledBlock[] =>
    labelled ? blocks : blocks.map(({ label: _, ...block }) => block as UnlabelledBlock)
  const media = result.media === undefined ? undefined : unlabelled(result.media)
  const hasFailed = result.code !== undefined
  if (truncated === undefined) {
    const content = hasFailed ? shown.slice(1) : shown
    return { content: silent ? '' : unlabelled(content), media, isCut: false }
  }
  // The full output of a failure does not show the end of its message.
  if (whole === undefined || hasFailed) return { content: [], media, isCut: true }
  const others = shown.slice(1).filter((block) => block.type !== 'artifact_ref' || block.id !== artifact)
  const label = labelled && shown[0] !== undefined ? { label: shown[0].label } : {}
  return { content: [{ type: 'text', text: whole, ...label }, ...unlabelled(others)], media, isCut: false }
}
