import { defaultJsonLimits, isJsonObject, measureJson, parseJson } from '../../json/index.ts'
import { foldName } from '../../name/nearest-names.ts'
import type { JsonSchemaObject } from '../json-schema.ts'
import { formatPath } from '../problem/describe-problems.ts'
import { describeReceived } from '../problem/describe-received.ts'
import { compilePlan } from './compile-plan.ts'
import { kindOf, kinds } from './json-kind.ts'
import type { Repair, RepairName } from './repair.ts'
import type { RepairPlan } from './repair-plan.ts'

/** Every decimal of up to 15 significant digits survives as a double (IEEE 754). */
const exactDigits = 15

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
])

/** Names under which models wrap the whole input once more. */
const wrappers = new Set(['input', 'arguments', 'args', 'parameters', 'params'])

export interface RepairedInput {
  /** The same input object if nothing was repaired. The input is never changed in place. */
  readonly input: unknown
  readonly repairs: readonly Repair[]
}

export type RepairInput = (input: unknown) => RepairedInput

/** A normaliser of one value whose type the schema does not admit; undefined if it does not apply. */
type ValueRepair = (plan: RepairPlan, value: unknown) => unknown

const valueRepairs: readonly (readonly [RepairName, ValueRepair])[] = [
  ['parse-json-string', parseJsonString],
  ['parse-number-string', parseNumberString],
  ['parse-boolean-string', parseBooleanString],
  ['wrap-in-array', wrapInArray],
]

/** A recursive schema is followed this deep; a call's limit of depth is the same. */
const deepest = 64

interface Trail {
  readonly path: PropertyKey[]
  readonly repairs: Repair[]
}

/**
 * Compiles a JSON Schema into a function that repairs an input. It applies the named normalisers of this folder, each only to a
 * value that cannot be valid as it is, and only if the result says the same. A valid input is returned as it is.
 */
export function compileRepairs(schema: JsonSchemaObject): RepairInput {
  const plan = compilePlan(schema)
  return (input) => {
    const trail: Trail = { path: [], repairs: [] }
    const unwrapped = unwrapArguments(plan, input)
    if (unwrapped !== undefined) leave(trail, 'unwrap-arguments', input, unwrapped)
    return { input: repairValue(plan, unwrapped ?? input, trail), repairs: trail.repairs }
  }
}

/** Repairs one input by one schema. Compile the repairs if a schema serves more than one input. */
export function repairInput(schema: JsonSchemaObject, input: unknown): RepairedInput {
  return compileRepairs(schema)(input)
}

function repairValue(plan: RepairPlan, value: unknown, trail: Trail): unknown {
  const admitted = (kindOf(value) & plan.kinds) !== 0 ? value : replaceValue(plan, value, trail)
  if (typeof admitted !== 'object' || admitted === null || trail.path.length >= deepest) return admitted
  return Array.isArray(admitted)
    ? repairItems(plan, admitted, trail)
    : repairFields(plan, admitted as Record<string, unknown>, trail)
}

function replaceValue(plan: RepairPlan, value: unknown, trail: Trail): unknown {
  for (const [name, repair] of valueRepairs) {
    const replaced = repair(plan, value)
    if (replaced === undefined) continue
    leave(trail, name, value, replaced)
    return replaced
  }
  return value
}

function repairItems(plan: RepairPlan, items: readonly unknown[], trail: Trail): readonly unknown[] {
  const { items: itemPlan } = plan
  if (itemPlan === undefined) return items
  let changed: unknown[] | undefined
  for (let index = 0; index < items.length; index++) {
    trail.path.push(index)
    const item = repairValue(itemPlan, items[index], trail)
    trail.path.pop()
    if (item === items[index]) continue
    changed ??= [...items]
    changed[index] = item
  }
  return changed ?? items
}

function repairFields(plan: RepairPlan, object: Record<string, unknown>, trail: Trail): Record<string, unknown> {
  const keys = Object.keys(object)
  let changed: Map<string, unknown> | undefined
  for (const key of keys) {
    const value = object[key]
    const field = plan.fields.get(key) ?? plan.others
    if (field === undefined) {
      const meant = matchKeySpelling(plan, key, keys)
      if (meant === undefined) continue
      changed ??= new Map(Object.entries(object))
      changed.delete(key)
      if (isNullForAbsent(plan, meant, value)) leaveDropped(trail, meant)
      else changed.set(meant, repairField(plan, meant, value, trail))
      leaveKey(trail, key, meant)
    } else if (value === null && isNullForAbsent(plan, key, value)) {
      changed ??= new Map(Object.entries(object))
      changed.delete(key)
      leaveDropped(trail, key)
    } else {
      trail.path.push(key)
      const repaired = repairValue(field, value, trail)
      trail.path.pop()
      if (repaired === value) continue
      changed ??= new Map(Object.entries(object))
      changed.set(key, repaired)
    }
  }
  return changed === undefined ? object : Object.fromEntries(changed)
}

function repairField(plan: RepairPlan, key: string, value: unknown, trail: Trail): unknown {
  const field = plan.fields.get(key)
  if (field === undefined) return value
  trail.path.push(key)
  const repaired = repairValue(field, value, trail)
  trail.path.pop()
  return repaired
}

function leave({ path, repairs }: Trail, repair: RepairName, from: unknown, to: unknown): void {
  repairs.push({ repair, path: formatPath(path), from: describeReceived(from), to: describeReceived(to) })
}

function leaveKey({ path, repairs }: Trail, from: string, to: string): void {
  repairs.push({
    repair: 'match-key-spelling',
    path: formatPath([...path, to]),
    from: describeReceived(from),
    to: describeReceived(to),
  })
}

function leaveDropped({ path, repairs }: Trail, key: string): void {
  repairs.push({ repair: 'drop-null', path: formatPath([...path, key]), from: 'null' })
}

/** Returns true if a field is null for "not given": it is optional and null is not among its values. */
function isNullForAbsent(plan: RepairPlan, key: string, value: unknown): boolean {
  if (value !== null || plan.required.has(key)) return false
  const field = plan.fields.get(key)
  return field !== undefined && (field.kinds & kinds.null) === 0
}

/**
 * The declared field that a key means when it differs only in case and separators (`filePath` for `file_path`): it must
 * be the only such field, absent, and the key the only one that could mean it. In a schema that takes further fields the
 * key may be meant as it stands, so there the field must be a required one.
 */
function matchKeySpelling(plan: RepairPlan, key: string, keys: readonly string[]): string | undefined {
  if (plan.fields.has(key) || plan.others !== undefined) return undefined
  const wanted = foldName(key)
  const [field, ...others] = [...plan.fields.keys()].filter((name) => foldName(name) === wanted)
  if (field === undefined || others.length > 0 || keys.includes(field)) return undefined
  if (plan.open && !plan.required.has(field)) return undefined
  return keys.filter((other) => foldName(other) === wanted).length === 1 ? field : undefined
}

/**
 * Returns the input inside a wrapper (`{"arguments": {…}}`). The wrapper must be the only field and not one of the schema's, and
 * the input must be invalid as it is.
 */
function unwrapArguments(plan: RepairPlan, value: unknown): unknown {
  if (!isJsonObject(value)) return undefined
  const [wrapper, ...others] = Object.keys(value)
  if (wrapper === undefined || others.length > 0 || !wrappers.has(wrapper) || plan.fields.has(wrapper)) return undefined
  const isInvalid = !plan.open || plan.required.size > 0
  if (!isInvalid || plan.required.has(wrapper)) return undefined
  const inner = value[wrapper]
  const unwrapped = isJsonObject(inner) ? inner : parseJsonString(plan, inner)
  if (!isJsonObject(unwrapped)) return undefined
  return Object.keys(unwrapped).some((field) => plan.fields.has(field)) ? unwrapped : undefined
}

/** Puts a single value into a list if a list is expected and the value may be an item of it. */
function wrapInArray(plan: RepairPlan, value: unknown): unknown {
  if ((plan.kinds & kinds.array) === 0 || plan.items === undefined || value === null) return undefined
  // A text that begins like a list but is not JSON is a broken list, not its first item.
  if (typeof value === 'string' && /^\s*\[/.test(value)) return undefined
  return mayBeItem(plan.items, value) ? [value] : undefined
}

function mayBeItem(items: RepairPlan, value: unknown): boolean {
  if ((kindOf(value) & items.kinds) !== 0) return true
  return parseNumberString(items, value) !== undefined || parseBooleanString(items, value) !== undefined
}

/** A truth value that the model wrote in quotes, as JSON or as Python spells it. */
function parseBooleanString(plan: RepairPlan, value: unknown): unknown {
  return typeof value === 'string' && (plan.kinds & kinds.boolean) !== 0 ? booleans.get(value) : undefined
}

/**
 * An object or array that the model wrote as a string of JSON, also one that was encoded twice. The text may not hide
 * more than a call's limits allow.
 */
function parseJsonString(plan: RepairPlan, value: unknown): unknown {
  const wanted = plan.kinds & (kinds.object | kinds.array)
  if (typeof value !== 'string' || wanted === 0 || !/^\s*["[{]/.test(value)) return undefined
  const parsed = parseOnce(value)
  const inner = typeof parsed === 'string' ? parseOnce(parsed) : parsed
  return (kindOf(inner) & wanted) !== 0 && measureJson(inner, defaultJsonLimits).exceeded === undefined
    ? inner
    : undefined
}

function parseOnce(text: string): unknown {
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : undefined
}

/** Parses a number that the model wrote in quotes, if the number says exactly what the text said. */
function parseNumberString(plan: RepairPlan, value: unknown): unknown {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const text = value.trim()
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined
  const number = Number(text)
  const digits = text
    .replace(/[eE].*$/, '')
    .replaceAll(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '')
  const isExact = Number.isFinite(number) && digits.length <= exactDigits && (number !== 0 || digits === '')
  return isExact && (kindOf(number) & plan.kinds) !== 0 ? number : undefined
}
