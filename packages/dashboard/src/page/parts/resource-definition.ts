import type { ComponentType, ReactNode } from 'react'
import type { Cell } from './cells.tsx'

/** An item of a list of the API. */
export type Item = Readonly<Record<string, unknown>>

/** Something that a person can do with an item. */
export interface ItemAction {
  /** The operation of the API that the person must be allowed. Default: that of the page. */
  readonly needs?: string
  /** Default: it is offered for every item. */
  readonly when?: (item: Item) => boolean
  readonly label: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Returns the path below `/v1`. */
  readonly path: (item: Item) => string
  /** Returns the body. `given` has what the person entered into `fields`, and what `looksAt` answered. */
  readonly body?: (item: Item, given: Item) => unknown
  /** Asked in a form before it is done. */
  readonly fields?: readonly FormField[]
  /** Returns a path below `/v1` that is read and shown before it is done: what the person agrees to. */
  readonly looksAt?: (item: Item) => string
  /** Asked before it is done. Default: it is done at once. */
  readonly ask?: (item: Item) => string
  /** True if the answer is worth showing, e.g. the steps of a test. */
  readonly showsAnswer?: boolean
}

/** A field of the form that makes an item. `secret` is only written, never read back. */
export interface FormField {
  /** Empty for a form whose only field is the whole body. */
  readonly name: string
  readonly label: string
  readonly form?: 'text' | 'secret' | 'words' | 'json' | 'long'
}

/** The way to add an item to a list: a form of fields, or one of its own. */
export type ItemCreation = {
  /** The operation of the API that the person must be allowed. */
  readonly needs: string
} & (
  | {
      /** Default: the path of the list. */
      readonly path?: string
      readonly method?: 'POST' | 'PUT'
      readonly fields: readonly FormField[]
      /** True if the answer is shown, e.g. a secret that is shown only once. */
      readonly showsAnswer?: boolean
    }
  | {
      /** Calls `onClose` when it is done, with the id of what it added. */
      readonly Form: ComponentType<{ onClose(added?: string): void }>
    }
)

/** A page with a list and the detail of an item, as data. A capability that has no more to say than this brings no code. */
export interface ResourceDefinition {
  readonly title: string
  /** The path of the list below `/v1`. */
  readonly path: string
  /** Returns the path from which the detail is read. Default: the detail shows what the list says. */
  readonly detailPath?: (id: string) => string
  readonly topics?: readonly string[]
  /** The name of the field that identifies an item. Default: `id`. */
  readonly id?: string
  /** The cells of a row: the first is its name. */
  readonly row: readonly Cell[]
  readonly detail: readonly Cell[]
  readonly actions?: readonly ItemAction[]
  /** The operation of the API that the person must be allowed, for actions that name none. */
  readonly needs?: string
  readonly create?: ItemCreation
  readonly empty: string
  /** The first thing to do where there is nothing yet. */
  readonly emptyHint?: string
  readonly address: string
  /** Shown below the cells of the detail. */
  readonly more?: (item: Item) => ReactNode
}
