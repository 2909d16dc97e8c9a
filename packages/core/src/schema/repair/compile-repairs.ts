import type { JsonSchemaObject } from '../json-schema.ts'
import { describeReceived } from '../problem/describe-received.ts'
import { formatPath } from '../problem/format-path.ts'
import { compilePlan } from './compile-plan.ts'
import { isNullForAbsent } from './drop-null.ts'
import { kindOf } from './json-kind.ts'
import { matchKeySpelling } from './match-key-spelling.ts'
import { parseBooleanString } from './parse-boolean-string.ts'
import { parseJsonString } from './parse-json-string.ts'
import { parseNumberString } from './parse-number-string.ts'
import type { Repair, RepairName } from './repair.ts'
import type { RepairPlan } from './repair-plan.ts'
import { unwrapArguments } from './unwrap-arguments.ts'
import { wrapInArray } from './wrap-in-array.ts'

export interface RepairedInput {
  /** The input itself where nothing was repaired; never a changed one. */
  readonly input: unknown
  readonly repairs: readonly Repair[]
}

export type RepairInput = (input: unknown) => RepairedInput

/** A normaliser of one value whose type the schema does not admit; undefined where it does not apply. */
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
 * Works a JSON Schema into a function that repairs an input: the named normalisers of this folder, each only where the
 * value as it stands cannot be valid, only to a value that says the same. A valid input comes back as it is.
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

/** Repairs one input by one schema; compile the repairs where a schema serves more than one. */
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
