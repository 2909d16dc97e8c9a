import type { Hooks, PostToolUseHook, PreToolUseHook } from '../hook/hook.ts'
import type { CallHistory } from './history.ts'

/** The hooks of a call as far as they said anything: each answers, adds or fails as it did. None runs again. */
export function createRecordedHooks({ slots, end, run }: CallHistory): Hooks {
  const answered = slots.flatMap(({ event }) => (event.type === 'hook.answered' ? [event] : []))
  const mayRewrite = run.opening.event.hasRewritingHooks === true ? [silentRewriter] : []
  const failed = slots.flatMap(({ event }): PostToolUseHook[] => {
    if (event.type !== 'hook.failed' || event.event !== 'PostToolUse') return []
    return [{ name: event.hook, run: () => Promise.reject(new Error(event.message)) }]
  })
  return {
    sessionStart: [],
    preToolUse: [
      ...mayRewrite,
      ...answered
        .filter(({ event }) => event === 'PreToolUse')
        .map(({ hook, answer }) => ({ name: hook, trusted: answer.verdict === 'rewrite', run: () => answer })),
    ],
    permissionRequest: answered
      .filter(({ event }) => event === 'PermissionRequest')
      .map(({ hook, answer }) => ({ name: hook, run: () => answer })),
    postToolUse: [...failed, ...additionsOf(end)],
    subagentStart: [],
    subagentStop: [],
  }
}

/** Stands for all that the operator trusted to rewrite and that did not. It is about no call. */
export const silentRewriter: PreToolUseHook = {
  name: 'replay',
  matcher: { tools: [] },
  trusted: true,
  run: () => ({ verdict: 'allow' }),
}

function additionsOf(end: CallHistory['end']): readonly PostToolUseHook[] {
  const { added = [], result } = end ?? {}
  return added.flatMap((by, index): PostToolUseHook[] => {
    const block = result?.content[result.content.length - added.length + index]
    if (!by.startsWith(hookMark) || block?.type !== 'text') return []
    return [{ name: by.slice(hookMark.length), run: () => block.text }]
  })
}

const hookMark = 'hook '
