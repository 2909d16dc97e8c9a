import type { HiddenTool } from '../../registry/hidden-tool.ts'
import type { ListedTool } from '../../registry/registered-tool.ts'
import type { ListFilter, ObjectionFilter, SetFilter } from './set-filter.ts'

/** The effect of one step on a tool. */
export interface SetNote {
  readonly step: string
  readonly did: 'kept' | 'left out' | 'denied' | 'added' | 'nothing' | 'removed'
  readonly source: string
  /** The entry or the reason, if there is one. */
  readonly because?: string
}

/** The reason that a tool is not in a set. */
export type Removal = Omit<HiddenTool, 'name'>

/**
 * Takes a tool through the filters. Undefined: it is in the set. The only place that decides this; `note` listens for
 * explanations.
 */
export function judgeTool(
  tool: ListedTool,
  filters: readonly SetFilter[],
  note?: (note: SetNote) => void,
): Removal | undefined {
  let leftOut: ListFilter | undefined
  for (const filter of filters) {
    if (filter.effect === 'forbid') {
      const objection = filter.objection(tool)
      if (objection === undefined) continue
      note?.({ step: filter.step, did: 'removed', source: filter.source, because: objection })
      return { class: filter.class, reason: objection, source: filter.source }
    }
    const { effect, step, list } = filter
    const entry = list.find(tool)
    switch (effect) {
      case 'allow':
        if (entry === undefined) leftOut ??= filter
        note?.(noteOf(filter, entry === undefined ? 'left out' : 'kept', entry))
        break
      case 'deny':
        if (entry === undefined) break
        note?.(noteOf(filter, 'denied', entry))
        return { class: 'removed', reason: `${step} names it by "${entry.text}"`, source: entry.source }
      case 'add':
        if (entry === undefined) break
        note?.(noteOf(filter, leftOut === undefined ? 'nothing' : 'added', entry))
        leftOut = undefined
        break
      case 'narrow':
        note?.(noteOf(filter, entry === undefined ? 'removed' : 'kept', entry))
        if (entry === undefined) return removalBy(filter)
        break
      default:
        effect satisfies never
    }
  }
  return leftOut === undefined ? undefined : removalBy(leftOut)
}

function noteOf(
  { step, list }: ListFilter,
  did: SetNote['did'],
  entry: { readonly text: string; readonly source: string } | undefined,
): SetNote {
  if (entry === undefined) return { step, did, source: list.source }
  return { step, did, source: entry.source, because: `"${entry.text}"` }
}

function removalBy({ step, list }: ListFilter): Removal {
  return { class: 'removed', reason: `${step} does not list it`, source: list.source }
}

/** Returns true if a filter also applies to a tool that is added automatically with others. */
export function bindsCompanions(filter: SetFilter): filter is ListFilter | ObjectionFilter {
  return filter.effect === 'deny' || filter.effect === 'forbid'
}
