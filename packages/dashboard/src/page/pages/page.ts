import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { PageEntry } from '../api/me.ts'

/** The groups of the navigation, in their order. */
export const pageGroups = ['now', 'look', 'authority', 'work', 'own'] as const

/** A page as the shell lists it: an entry of the server, with its code and its icon. */
export interface ListedPage extends Pick<PageEntry, 'id' | 'title' | 'address' | 'group'> {
  /** The key that goes there after `g`. */
  readonly key?: string
  readonly icon: LucideIcon
  readonly Page: ComponentType
}
