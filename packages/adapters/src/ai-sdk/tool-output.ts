import { defined } from '@drawbridge/core/base'
import type { ToolProgress } from '@drawbridge/core/registry'
import type { Tool } from 'ai'
import type { CallEnd } from '../shared/call-end.ts'
import { mediaOf, type ResultMedia } from '../shared/result-media.ts'

/** The output of a tool in the AI SDK: progress as a preliminary result, then the result. Plain JSON. */
export type DrawbridgeOutput =
  | { readonly status: 'running'; readonly progress: ToolProgress }
  | {
      readonly status: 'ok'
      /** The text for the model. */
      readonly text: string
      /** The text that a person sees instead, if the tool sets one. */
      readonly forUser?: string
      /** The structured value, if the tool returns one. */
      readonly data?: unknown
      readonly media?: readonly ResultMedia[]
    }

/** Returns the output for a call that ended with `ok`. */
export function outputOf({ text, outcome }: CallEnd): DrawbridgeOutput {
  const media = mediaOf(outcome)
  const { forUser, data } = outcome?.result ?? {}
  return { status: 'ok', text, ...defined({ forUser, data }), ...(media.length === 0 ? {} : { media }) }
}

type ModelOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>

/** Returns the output in the form in which the SDK sends it to a model. */
export function toModelOutput(output: DrawbridgeOutput): ModelOutput {
  if (output.status === 'running') return { type: 'text', value: output.progress.message }
  const { text, media = [] } = output
  if (media.length === 0) return { type: 'text', value: text }
  const files = media.map(({ mediaType, data }) => ({
    type: 'file' as const,
    mediaType,
    data: { type: 'data' as const, data },
  }))
  return { type: 'content', value: [{ type: 'text', text }, ...files] }
}
