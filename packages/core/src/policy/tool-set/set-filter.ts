import type { ListedTool } from '../../registry/registered-tool.ts'
import type { ToolList } from './tool-list.ts'

/**
 * What a step does to tools. `allow`: keeps what it lists. `deny`: removes for good. `add`: brings back what only an `allow`
 * left out. `narrow`: keeps what the list of a child, task or request has; nothing brings that back.
 */
export interface ListFilter {
  readonly effect: 'allow' | 'deny' | 'add' | 'narrow'
  readonly step: string
  readonly list: ToolList
}

/** Removes for good, for a reason that is no list. `unavailable` where the tool cannot work here, which no rule is to blame for. */
export interface ObjectionFilter {
  readonly effect: 'forbid'
  readonly step: string
  readonly class: 'removed' | 'unavailable'
  readonly source: string
  objection(tool: ListedTool): string | undefined
}

export type SetFilter = ListFilter | ObjectionFilter
