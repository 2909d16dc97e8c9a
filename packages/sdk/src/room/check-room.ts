import { fieldForms, type PageRow, pageGroups, type Room, roomVersion } from '@drawbridge/room'
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

/** Its routes are checked when a gateway loads them. */
function objectionToParts({ pages = [], promptBlocks = [], workers = [] }: Room): string | undefined {
  for (const { path, group = 'work', fields = [] } of pages as readonly Partial<PageRow>[]) {
    if (!pageShape.test(path ?? ''))
      return `has the page ${JSON.stringify(path)}. Begin paths with "/", such as "/stations".`
    if (!pageGroups.includes(group))
      return `has the group ${JSON.stringify(group)} at "${path}". Use ${quoted(pageGroups)}.`
    if (fields.length === 0) return `has no fields at "${path}". Name those that its items have.`
    const odd = fields.find(({ form = 'text' }) => !fieldForms.includes(form))
    if (odd !== undefined) return `has the form ${JSON.stringify(odd.form)} at "${path}". Use ${quoted(fieldForms)}.`
  }
  const page = repeated(pages.map(({ path }) => path))
  if (page !== undefined) return `has two pages at "${page}". Remove one of them.`
  const worker = repeated(workers.map(({ name }) => name))
  if (worker !== undefined) return `has two workers called "${worker}". Rename one of them.`
  const block = repeated(promptBlocks.map((each) => each.name))
  return block === undefined ? undefined : `has two prompt blocks called "${block}". Rename one of them.`
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
  const column = sealed.find(({ table }) => !table.startsWith(`${name}_`))
  if (column !== undefined)
    return `has the table "${column.table}". The names of its tables must begin with "${name}_".`
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
