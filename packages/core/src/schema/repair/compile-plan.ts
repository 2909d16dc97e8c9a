import { isJsonObject } from '../../json/index.ts'
import type { JsonSchemaObject } from '../json-schema.ts'
import { resolvePointer } from '../schema-pointer.ts'
import { everyKind, kindOf, kindsOfType, noKind } from './json-kind.ts'
import type { RepairPlan } from './repair-plan.ts'

type WorkingPlan = { -readonly [Key in keyof RepairPlan]: RepairPlan[Key] }

/** The plan if any value may be valid: nothing to repair. */
const openPlan: RepairPlan = Object.freeze({
  kinds: everyKind,
  fields: new Map(),
  required: new Set<string>(),
  open: true,
  others: undefined,
  items: undefined,
})

/** Works out the repair plan of a JSON Schema. References inside the schema are followed, also recursive ones. */
export function compilePlan(schema: JsonSchemaObject): RepairPlan {
  const root = schema
  const plans = new Map<unknown, RepairPlan>()

  function planOf(part: unknown): RepairPlan {
    if (!isJsonObject(part) || (part !== root && Object.hasOwn(part, '$id'))) return openPlan
    const known = plans.get(part)
    if (known !== undefined) return known
    if (typeof part.$ref === 'string') {
      // Dialects before 2019-09 ignore keywords next to a reference, so only its target counts.
      plans.set(part, openPlan)
      return planOf(resolvePointer(root, part.$ref))
    }
    const plan: WorkingPlan = { ...openPlan, kinds: kindsOf(root, part) }
    plans.set(part, plan)
    fill(plan, part)
    return plan
  }

  function fill(plan: WorkingPlan, part: Record<string, unknown>): void {
    if (isJsonObject(part.properties)) {
      plan.fields = new Map(Object.entries(part.properties).map(([name, field]) => [name, planOf(field)]))
    }
    if (Array.isArray(part.required)) plan.required = new Set(part.required.map(String))
    const patterned = Object.hasOwn(part, 'patternProperties')
    plan.open = part.additionalProperties !== false || patterned
    if (isJsonObject(part.additionalProperties) && !patterned) plan.others = planOf(part.additionalProperties)
    if (isJsonObject(part.items) && !Object.hasOwn(part, 'prefixItems')) plan.items = planOf(part.items)
  }

  return planOf(root)
}

/** The types that some valid value of a subschema may have; too many rather than too few. */
function kindsOf(root: JsonSchemaObject, part: unknown, seen: ReadonlySet<unknown> = new Set()): number {
  if (part === false) return noKind
  if (!isJsonObject(part) || seen.has(part) || (part !== root && Object.hasOwn(part, '$id'))) return everyKind
  const inner = new Set(seen).add(part)
  const ofPart = (subschema: unknown) => kindsOf(root, subschema, inner)
  if (typeof part.$ref === 'string') return ofPart(resolvePointer(root, part.$ref))
  let admitted = typeof part.type === 'string' ? kindsOfType(part.type) : everyKind
  if (Array.isArray(part.type)) admitted = union(part.type.map(kindsOfType))
  if (Array.isArray(part.enum)) admitted &= union(part.enum.map(kindOf))
  if (Object.hasOwn(part, 'const')) admitted &= kindOf(part.const)
  if (Array.isArray(part.anyOf)) admitted &= union(part.anyOf.map(ofPart))
  if (Array.isArray(part.oneOf)) admitted &= union(part.oneOf.map(ofPart))
  if (Array.isArray(part.allOf)) for (const member of part.allOf) admitted &= ofPart(member)
  return admitted
}

function union(sets: readonly number[]): number {
  return sets.reduce((all, set) => all | set, noKind)
}
