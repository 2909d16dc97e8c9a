import { type CallTrace, noteRepetition } from '../loop/note-repetition.ts'
import type { ContentBlock } from '../result/content-block.ts'
import { ownLabel } from '../result/label.ts'
import type { SessionKey } from '../tool/session-state.ts'
import type { Ending } from './ending.ts'
import type { RunContext } from './run-context.ts'

interface History {
  traces: readonly CallTrace[]
}

const history: SessionKey<History> = { name: 'calls of late', create: () => ({ traces: [] }) }

/** Warns a model that repeats the same call with the same result, and ends the run of one that does not listen. */
export function guardLoop(ending: Ending, context: RunContext): Ending {
  const { executed } = ending
  if (!context.settings.endsLoops || executed === undefined || executed.tool.tags.has('polling')) return ending
  const seen = context.session.use(history)
  const noted = noteRepetition(seen.traces, {
    call: `${executed.tool.name} ${JSON.stringify(executed.input)}`,
    result: ending.content.map(shownText).join('\n'),
    changes: executed.permission === 'write' && ending.status === 'ok',
  })
  seen.traces = noted.history
  switch (noted.verdict) {
    case 'fine':
      return ending
    case 'warn':
      return withNote(
        ending,
        `This is the ${noted.times}th time that this very call has had this very result. Repeating it will not change it: do something else, or say what is in the way.`,
      )
    case 'stop':
      context.abortRun(
        `"${executed.tool.name}" was called ${noted.times} times with the same input and the same result`,
        'loop',
      )
      return withNote(ending, 'The run was ended here, since it was going in circles.')
  }
}

function shownText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'json':
      return JSON.stringify(block.value)
    case 'resource':
      return block.text ?? block.uri
    case 'image':
    case 'audio':
      return block.data
    case 'artifact_ref':
      // The same output stored again has another id.
      return ''
  }
}

function withNote(ending: Ending, note: string): Ending {
  return {
    ...ending,
    content: [...ending.content, { type: 'text', text: note, label: ownLabel }],
    added: [...(ending.added ?? []), 'loop'],
  }
}
