import type { ListedTool } from '../../registry/registered-tool.ts'
import type { ToolList } from './tool-list.ts'

/**
 * The effect of a step on tools. `allow`: keeps the listed ones. `deny`: removes for good. `add`: brings back tools
 * that only an `allow` left out. `narrow`: keeps the tools in the list of a child, task or request; nothing brings the
 * others back.
 */
export interface ListFilter {
  readonly effect: 'allow' | 'deny' | 'add' | 'narrow'
  readonly step: string
  readonly list: ToolList
}

/**
 * Removes for good, for a reason other than a list. `unavailable` if the tool cannot work here, regardless of rules.
 */
export interface ObjectionFilter {
  readonly effect: 'forbid'
  readonly step: string
  readonly class: 'removed' | 'unavailable'
  readonly source: string
  objection(tool: ListedTool): string | undefined
}

export type SetFilter = ListFilter | ObjectionFilter
