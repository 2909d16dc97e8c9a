import type { RunOptions } from '@drawbridge/core'

/** Keeps `ask.user` out of a run in which nobody can be asked. */
export function hideUnaskable(hide: RunOptions['hide'], asksPerson: boolean): RunOptions['hide'] {
  if (asksPerson) return hide
  return (tool) => (tool.name === 'ask.user' ? unaskable : hide?.(tool))
}

const unaskable = { class: 'unavailable', reason: 'no person can be asked here', source: 'registry' } as const
