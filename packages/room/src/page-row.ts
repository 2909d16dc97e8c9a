/** The groups of the dashboard's navigation in which a room can have pages, in their order. */
export const pageGroups = ['now', 'look', 'authority', 'work'] as const

/** The icons that the dashboard draws next to the title of a page. */
export const pageIcons = [
  'activity',
  'agent',
  'book',
  'bubble',
  'chart',
  'clock',
  'calendar',
  'gear',
  'graph',
  'inbox',
  'key',
  'layers',
  'list',
  'mind',
  'network',
  'people',
  'plug',
  'puzzle',
  'scroll',
  'seal',
  'shield',
  'sliders',
  'split',
  'wrench',
] as const

/** The forms in which the dashboard shows a field of an item. */
export const fieldForms = ['text', 'mono', 'time', 'status', 'number', 'duration', 'list', 'json', 'flag'] as const

/** One field of the items of a page. */
export interface PageField {
  /** The name of the field in the answer, with dots for fields within it. */
  readonly field: string
  readonly label: string
  /** Default `text`. */
  readonly form?: (typeof fieldForms)[number]
  /** True if only the detail of an item shows it, and not its row in the list. */
  readonly detailOnly?: boolean
}

/** The place of a page in the navigation of the dashboard. */
export interface PagePlace {
  readonly title: string
  /** Default `work`. */
  readonly group?: (typeof pageGroups)[number]
  /** Pages with smaller numbers come first in their group. Default 1000. */
  readonly order?: number
  /** Default `puzzle`. */
  readonly icon?: (typeof pageIcons)[number]
  /** The key that goes there after `g`: one character that no other page has. Default: none. */
  readonly shortcut?: string
}

/**
 * One page of the dashboard: a list of the room, with the detail of each item next to it. The dashboard draws it, so a room brings no code
 * for it. Those who may use the operation of the list see the page.
 */
export interface ListPageRow extends PagePlace {
  /** Below the name of the room, such as `/stations`. */
  readonly path: string
  /** The operation of this room that lists the items. No part of its path varies. */
  readonly list: string
  /** The name of the field that identifies an item. Default `id`. */
  readonly key?: string
  /** The first one is the name of an item. */
  readonly fields: readonly [PageField, ...PageField[]]
  /** Shown while there are no items. */
  readonly empty?: string
}

/** One page of the dashboard that is more than a list: the dashboard has code for it. Only rooms of Drawbridge have such pages. */
export interface ViewPageRow extends PagePlace {
  /** The name of that code, which is the address of the page too. */
  readonly view: string
  /** The operation of this room that a person must be allowed to use, to see the page. */
  readonly needs: string
}

/** One page that a room adds to the dashboard. */
export type PageRow = ListPageRow | ViewPageRow
