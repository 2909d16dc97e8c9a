import {
  fieldForms,
  type ListPageRow,
  pageGroups,
  pageIcons,
  type Room,
  roomVersion,
  type ViewPageRow,
} from '@drawbridge/room'
import { reservedNames } from './reserved-names.ts'

const nameShape = /^[a-z][a-z\d_]{0,39}$/
const migrationShape = /^\d{4}-[a-z\d-]{1,60}$/

/** Returns the reason why a value is not a valid room; undefined if it is. */
export function objectionToRoom(value: unknown): string | undefined {
  if (!isObject(value) || typeof value.roomVersion !== 'number') {
    return 'is not a room. Make a room with `defineRoom` of @drawbridge/room.'
  }
  if (value.roomVersion !== roomVersion) {
    const way = value.roomVersion > roomVersion ? 'Update Drawbridge.' : 'Update the package.'
    return `was made for version ${value.roomVersion} of the room interface, but this Drawbridge has version ${roomVersion}. ${way}`
  }
  const { name } = value
  if (typeof name !== 'string' || !nameShape.test(name)) {
    return `has the name ${JSON.stringify(name)}. Use up to 40 lower-case letters, digits and "_", beginning with a letter.`
  }
  const steps = (value as Partial<Room>).migrations ?? []
  const odd = steps.find(
    (step, index) => !migrationShape.test(step.name) || Number(step.name.slice(0, 4)) !== index + 1,
  )
  if (odd !== undefined)
    return `has the migration "${odd.name}". Name its migrations "0001-…", "0002-…" in their order.`
  return objectionToParts(value as unknown as Room)
}

const pageShape = /^\/(?:\w[\w.-]*(?:\/\w[\w.-]*)*)?$/i
const viewShape = /^[a-z][a-z\d-]*$/

/** Its routes are checked when a gateway loads them. */
function objectionToParts({ pages = [], promptBlocks = [], workers = [] }: Room): string | undefined {
  const odd = pages.map(objectionToPage).find((objection) => objection !== undefined)
  if (odd !== undefined) return odd
  const page = repeated(pages.map((row) => ('view' in row ? row.view : row.path)))
  if (page !== undefined) return `has two pages at "${page}". Remove one of them.`
  const worker = repeated(workers.map(({ name }) => name))
  if (worker !== undefined) return `has two workers called "${worker}". Rename one of them.`
  const block = repeated(promptBlocks.map((each) => each.name))
  return block === undefined ? undefined : `has two prompt blocks called "${block}". Rename one of them.`
}

/** A page may come from plain JavaScript: nothing about it is certain. */
function objectionToPage(row: Partial<ListPageRow> | Partial<ViewPageRow>): string | undefined {
  const { group = 'work', icon = 'puzzle', shortcut = '-' } = row
  const { path, view, fields = [] } = row as Partial<ListPageRow & ViewPageRow>
  const at = view ?? path
  if (view === undefined ? !pageShape.test(path ?? '') : !viewShape.test(view))
    return `has the page ${JSON.stringify(at)}. Begin paths with "/", such as "/stations".`
  if (!pageGroups.includes(group))
    return `has the group ${JSON.stringify(group)} at "${at}". Use ${quoted(pageGroups)}.`
  if (!pageIcons.includes(icon)) return `has the icon ${JSON.stringify(icon)} at "${at}". Use ${quoted(pageIcons)}.`
  if ([...shortcut].length !== 1) return `has the shortcut ${JSON.stringify(shortcut)} at "${at}". Use one character.`
  if (view !== undefined) return undefined
  if (fields.length === 0) return `has no fields at "${at}". Name those that its items have.`
  const odd = fields.find(({ form = 'text' }) => !fieldForms.includes(form))
  return odd === undefined
    ? undefined
    : `has the form ${JSON.stringify(odd.form)} at "${at}". Use ${quoted(fieldForms)}.`
}

function quoted(words: readonly string[]): string {
  return words.map((each) => `"${each}"`).join(', ')
}

function repeated(texts: readonly string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) < index)
}

/** Returns the objection to a third-party room: it must not be mistaken for a part of Drawbridge, or change one. */
export function objectionToForeignRoom({
  name,
  tools = [],
  commands = [],
  checks = [],
  sealed = [],
  events = {},
  pages = [],
}: Room): string | undefined {
  if (reservedNames.has(name)) return `has the name "${name}", which Drawbridge uses itself. Choose another name.`
  const tool = tools.find((row) => !row.name.startsWith(`${name}.`))
  if (tool !== undefined) return `has the tool "${tool.name}". The names of its tools must begin with "${name}.".`
  const command = commands.find(({ path }) => path[0] !== name)
  if (command !== undefined)
    return `has the command "${command.path.join(' ')}". Its commands must begin with "${name}".`
  const check = checks.find((row) => row.name !== name && !row.name.startsWith(`${name} `))
  if (check !== undefined) return `has the check "${check.name}". The names of its checks must begin with "${name}".`
  const event = Object.keys(events).find((type) => !type.startsWith(`${name}.`))
  if (event !== undefined) return `has the event "${event}". The types of its events must begin with "${name}.".`
  const page = pages.find((row) => 'view' in row)
  if (page !== undefined)
    return `has the page "${page.title}" with code of the dashboard, which only rooms of Drawbridge have. Name its list and its fields instead.`
  const column = sealed.find(({ table }) => !table.startsWith(`${name}_`))
  if (column !== undefined)
    return `has the table "${column.table}". The names of its tables must begin with "${name}_".`
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
