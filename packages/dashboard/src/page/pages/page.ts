import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Texts } from '../texts/texts.ts'

/** The groups of the navigation, in their order. */
export const pageGroups = ['now', 'look', 'authority', 'work', 'own'] as const

/** A page that the dashboard brings along. */
export interface PageDefinition {
  /** The name of its texts, and the first part of its address. */
  readonly id: keyof Texts['pages']
  readonly group: (typeof pageGroups)[number]
  /** The operation of the API that the person must be allowed, e.g. `listApprovals`. Default: none. */
  readonly needs?: string
  /** The key that goes there after `g`. */
  readonly key: string
  readonly icon: LucideIcon
  /** Loads its code; it is called when the page is opened. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
}

/** A page as the shell lists it: one of the dashboard, or one that a room adds. */
export interface ListedPage {
  readonly id: string
  readonly title: string
  /** The beginning of its address. */
  readonly address: string
  readonly group: PageDefinition['group']
  /** The key that goes there after `g`. */
  readonly key?: string
  readonly icon: LucideIcon
  readonly Page: ComponentType
}
