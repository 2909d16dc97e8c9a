import type { Child, ChildNews, LoopEvent } from '@drawbridge/core/agent'
import { type LiveChild, type Screen, withEntries } from './screen.ts'
import { endStream } from './stream.ts'
import { headlineOf } from './tell-loop-event.ts'

/** Returns the screen after something happened to a child, or in it. Pure. */
export function tellChildNews(screen: Screen, { child, event }: ChildNews): Screen {
  const { id, path, state, tokens } = child
  const known = screen.children.find((each) => each.id === id)
  if (state !== 'pending' && state !== 'running') {
    const children = screen.children.filter((each) => each.id !== id)
    return withEntries(endStream({ ...screen, children }), {
      kind: 'note',
      tone: toneOf(child),
      text: lineOfEnd(child),
    })
  }
  const before: LiveChild = known ?? { id, path, state, doing: undefined, tokens }
  const now: LiveChild = { ...(event === undefined ? before : doingNow(before, child, event)), state }
  const others = screen.children.filter((each) => each.id !== id)
  return { ...screen, children: known === undefined ? placed(others, now) : replaced(screen.children, now) }
}

function doingNow(before: LiveChild, { tokens }: Child, event: LoopEvent): LiveChild {
  switch (event.type) {
    case 'turn.started':
    case 'reasoning.streamed':
      return before.doing === 'thinks' ? before : { ...before, doing: 'thinks' }
    case 'call.started':
      return { ...before, doing: `${event.tool} ${headlineOf(event.input)}`.trim() }
    case 'approval.requested':
      return { ...before, doing: `waits for an answer about ${event.request.tool}` }
    case 'question.asked':
      return { ...before, doing: 'waits for an answer' }
    case 'answer.voided':
      return { ...before, doing: `asks again: ${event.reason}` }
    case 'usage.counted': {
      const { input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning } = event.usage
      return { ...before, tokens: tokens + input + cacheRead + cacheWrite + cacheWriteHour + output + reasoning }
    }
    default:
      return before
  }
}

function replaced(children: readonly LiveChild[], now: LiveChild): readonly LiveChild[] {
  return children.map((each) => (each.id === now.id ? now : each))
}

/** A child comes behind those of its parent. */
function placed(children: readonly LiveChild[], now: LiveChild): readonly LiveChild[] {
  const above = now.path.slice(0, -1)
  const at = children.findLastIndex(({ path }) => above.every((label, index) => path[index] === label))
  return above.length === 0 || at === -1 ? [...children, now] : children.toSpliced(at + 1, 0, now)
}

function toneOf({ state }: Child): 'faint' | 'notice' {
  return state === 'completed' ? 'faint' : 'notice'
}

function lineOfEnd({ path, state, message, turns, tokens }: Child): string {
  const spent = turns === 0 ? '' : `: ${turns} requests, ${tokens} tokens`
  return `Child ${path.join(' › ')} ${state.replace('_', ' ')}${spent}${message === undefined ? '' : `. ${message}`}`
}
